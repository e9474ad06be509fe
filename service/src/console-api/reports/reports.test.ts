import { afterAll, beforeAll, expect, test } from "vitest";
import { newAccountRequest } from "../../../test/account-request.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { readPdf } from "../../../test/read-pdf.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import {
  addTestTokens,
  type Fixture,
  openFixture,
  type TestTokens,
  wireIn,
} from "../../../test/transfer-fixture.ts";
import { findTreasuryAddresses } from "../../addresses/index.ts";
import { sealSome } from "../../audit/sealer.ts";
import { statement } from "../../db/statement.ts";
import { createIdFactory, tenantOf } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { addDays, localDateOf } from "../../reports/time-zone.ts";
import type { Token } from "../../tokens/index.ts";
import { endRun, insertDifferences, insertRun } from "../../tokens/reconciliation/store.ts";

let api: TransferApi;
let tokens: TestTokens;
let fixture: Fixture;
let member: TestUser;
let admin: TestUser;

// Two days around today, because midnight may come while the test runs.
const today = localDateOf(systemClock.now(), "UTC");
const [first, last] = [addDays(today, -1), addDays(today, 1)];

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
  fixture = await openFixture(api, tokens);
  member = await createUser(api, { memberOf: fixture.client.accountId, memberRole: "viewer" });
  admin = await createUser(api, { memberOf: fixture.client.accountId, memberRole: "admin" });
  for (const value of ["100", "20.5"]) {
    const transfer = await fixture.create(value, wireIn, fixture.on(fixture.anna));
    await fixture.wire(transfer, value);
    await api.settle(transfer);
  }
  await api.settle(await fixture.create("30", fixture.on(fixture.anna), fixture.by("wire")));
  await api.bank();
});
afterAll(() => api.stop());

const workspace = () => `/console/api/workspaces/${fixture.client.accountId}/testnet`;
const days = `from=${first}&to=${last}`;
const fileOf = (file: string, query: string) => `${workspace()}/reports/${file}?${query}`;

interface Cells {
  readonly [key: string]: string;
}

test("the sums of a statement are the balances of the ledger, and entries name their counterparties", async () => {
  const query = `${days}&account_id=${fixture.client.accountId}`;
  const { status, body } = await member.get(fileOf("statement.json", query));
  expect(status).toBe(200);
  const { accounts } = (await member.get(`${workspace()}/ledger/accounts?kind=wallet`)).body;
  const balances = accounts
    .filter(({ posted }: Cells) => posted !== "0.00")
    .map(({ account, posted }: { account: Cells; posted: string }) =>
      [account["owner"], account["asset"], posted].join(" "),
    );
  const closings = body.sections.map(({ rows }: { rows: readonly Cells[] }) => {
    const last = rows.at(-1);
    return [last?.["wallet_id"], last?.["asset"], last?.["balance"]].join(" ");
  });
  expect(closings.length).toBeGreaterThan(0);
  expect(closings.toSorted()).toEqual(balances.toSorted());
  const [section] = body.sections;
  const types = section.rows.map(({ type }: Cells) => type);
  expect(types).toEqual(["Opening balance", "Onramp", "Onramp", "Offramp", "Closing balance"]);
  expect(section.rows[1]).toMatchObject({ credit: "100.00", debit: "", balance: "100.00" });
  expect(section.rows[1].counterparty).not.toBe("");
  expect(section.rows[3]).toMatchObject({ credit: "", debit: "30.00", balance: "90.50" });
  expect(section.rows[3].counterparty).toBe("Checking");
  expect(section.totals[0]).toMatchObject({ credit: "120.50", debit: "30.00", balance: "90.50" });
});

test("the same statement is a PDF and a CSV file, and a download has a name", async () => {
  const query = `${days}&account_id=${fixture.client.accountId}`;
  const pdf = await member.get(fileOf("statement.pdf", query));
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(pdf.headers.get("content-disposition")).toBe(
    `attachment; filename="statement-testnet-${first}-${last}.pdf"`,
  );
  const texts = readPdf(pdf.text).pages.flat();
  expect(texts).toContain("Account statement");
  expect(texts).toContain("120.50");
  const again = await member.get(fileOf("statement.pdf", query));
  expect(again.text).toBe(pdf.text);
  const csv = await member.get(fileOf("statement.csv", query));
  expect(csv.text.split("\r\n")[0]).toBe(
    "wallet,wallet_id,chain,asset,at,type,counterparty,reference,credit,debit,balance",
  );
});

test("a day before the first entry has an empty statement", async () => {
  const query = `from=2026-01-01&to=2026-01-01&account_id=${fixture.client.accountId}`;
  expect((await member.get(fileOf("statement.json", query))).body.sections).toEqual([]);
});

test("the trial balance sums to zero for each asset, without a difference to the balances in use", async () => {
  const { body } = await member.get(fileOf("trial_balance.json", days));
  expect(body.sections.length).toBeGreaterThan(1);
  const { lines } = (await member.get(`${workspace()}/ledger/totals`)).body;
  const rows = body.sections.flatMap((section: { rows: readonly Cells[] }) => section.rows);
  const balances = rows.map(({ asset, kind, balance }: Cells) => `${asset} ${kind} ${balance}`);
  const expected = lines.map(({ asset, kind, posted }: Cells) => `${asset} ${kind} ${posted}`);
  expect(balances.toSorted()).toEqual(expected.toSorted());
  for (const { totals } of body.sections)
    expect(totals[0]).toMatchObject({ balance: "0.00", difference: "0.00" });
  for (const row of rows) expect(row.difference).toBe("0.00");
});

test("the payout summary adds up completed payouts by payee, and needs its own permission", async () => {
  expect((await member.get(fileOf("payouts.json", days))).status).toBe(403);
  const { status, body } = await admin.get(fileOf("payouts.json", days));
  expect(status).toBe(200);
  const rows = body.sections.flatMap((section: { rows: readonly Cells[] }) => section.rows);
  const total = rows.reduce((sum: number, { payouts }: Cells) => sum + Number(payouts), 0);
  expect(total).toBe(1);
  expect(rows[0]).toMatchObject({
    year: today.slice(0, 4),
    payee: "Wilhelmina Vanderquack",
    tax_id: "not collected",
    total_usd: "30.00",
  });
  expect(body.notes[0]).toContain("not a Form 1099");
  const entries = (await admin.get(`${workspace()}/audit?action=report.download&subject_id=payouts`)).body
    .entries;
  expect(entries).toMatchObject([{ actor_id: admin.userId, after: { format: "json", first_day: first } }]);
});

test("the audit extract is in sentences; operators see digests and the chain, members neither", async () => {
  const query = `${days}&action=transfer.create`;
  const { body } = await member.get(fileOf("audit.json", query));
  const [section] = body.sections;
  expect(section.rows).toHaveLength(3);
  expect(section.rows[0].sentence).toMatch(/ created the transfer [0-9A-Z]{26}: /);
  expect(section.rows[0].digest).toBe("");
  const operator = await createUser(api, { operatorRole: "compliance" });
  await sealSome({ database: api.database, clock: systemClock }, "");
  const seen = (await operator.get(fileOf("audit.json", query))).body;
  expect(seen.sections[0].rows[0].digest).toMatch(/^[0-9a-f]{64}$/);
  const labels = (facts: readonly Cells[]) => facts.map(({ label }) => label);
  expect(labels(seen.facts)).toContain("Audit chain");
  const again = await member.get(fileOf("audit.json", query));
  expect(labels(again.body.facts)).not.toContain("Audit chain");
});

test("the reconciliation compares the bank money of the ledger, for operators only", async () => {
  const path = "/console/api/reports/testnet/reconciliation.json";
  const operator = await createUser(api, { operatorRole: "read_only" });
  const { status, body } = await operator.get(path);
  expect(status).toBe(200);
  expect(body.sections.map(({ title }: Cells) => title)).toEqual([
    "Bank",
    "Open bank items",
    "Supply, reserves and treasuries",
    "Open differences on chains",
  ]);
  expect(body.sections[0].rows[0]).toMatchObject({
    asset: "USD",
    ledger: expect.stringMatching(/^\d+\.\d\d$/),
  });
  expect((await member.get(path)).status).toBe(403);
  expect((await operator.get(path.replace("testnet", "nowhere"))).status).toBe(404);
});

test("supplies and treasuries have amounts of chains only if a reconciliation has measured them", async () => {
  await fixture.fillTreasury("XUSD", 50n);
  const operator = await createUser(api, { operatorRole: "read_only" });
  const totals = async () => {
    const { body } = await operator.get("/console/api/reports/testnet/reconciliation.json");
    const { rows } = body.sections[2];
    const rowOf = (name: string) =>
      rows.find(({ compared, asset }: Cells) => `${compared} ${asset}` === name);
    return { supply: rowOf("supply on base FUSD"), treasury: rowOf("treasury on base XUSD") };
  };
  const unmeasured = { outside: "", difference: "", cause: "", open_since: "" };
  const before = await totals();
  expect(before.supply).toMatchObject({ ledger: "90.50", ...unmeasured });
  expect(before.treasury).toMatchObject({ ledger: "50.00", ...unmeasured });
  await addRun();
  const after = await totals();
  expect(after.supply).toMatchObject({ ledger: "80.00", outside: "81.00", difference: "1.00" });
  expect(after.supply.cause).toBe("minted outside");
  expect(after.treasury).toMatchObject({ ledger: "50.00", outside: "", difference: "-2.00" });
  expect(after.treasury).toMatchObject({
    cause: "left without record",
    open_since: expect.stringMatching(/Z$/),
  });
});

/** A run whose ledger had less than now, with a difference of a supply, a treasury and a wallet. */
async function addRun(): Promise<void> {
  const { database } = api;
  const scope = { tenantId: tenantOf(fixture.client.accountId), network: "testnet" } as const;
  const { tenantId } = scope;
  const vault = (await findTreasuryAddresses(database, scope)).find(({ family }) => family === "evm");
  const million = 1_000_000n;
  const differenceOf = (token: Token, addressId: string | undefined, dollars: readonly [bigint, bigint]) => ({
    network: scope.network,
    chain: "base" as const,
    token,
    holder: addressId === undefined ? undefined : { tenantId, addressId },
    chainUnits: dollars[0] * million,
    ledgerUnits: dollars[1] * million,
    cause: dollars[0] > dollars[1] ? ("minted_outside" as const) : ("left_without_record" as const),
  });
  const now = systemClock.now();
  const id = createIdFactory(systemClock)<"reconciliation">();
  await database.transaction(async (tx) => {
    await insertRun(tx, id, now);
    const differences = [
      differenceOf(tokens.FUSD, undefined, [81n, 80n]),
      differenceOf(tokens.XUSD, vault?.id ?? "", [38n, 40n]),
      differenceOf(tokens.XUSD, fixture.anna, [0n, 7n]),
    ];
    await insertDifferences(tx, id, differences, now);
    await endRun(tx, { id, progressedAt: now, endedAt: now });
  });
}

test("payouts to two bank accounts of a managed account are those of one payee", async () => {
  const { client, anna } = fixture;
  const created = await api.request("POST", "/accounts", {
    token: client.token,
    idempotencyKey: "payee",
    body: newAccountRequest(),
  });
  const banks = [await api.addBank(client), await api.addBank(client)];
  const moveTo = statement("UPDATE addresses SET account_id = $1 WHERE id = ANY ($2::text[])");
  for (const [index, bank] of banks.entries())
    await api.settle(await fixture.create(`${index + 5}`, fixture.on(anna), fixture.by("wire", bank)));
  await api.bank();
  await api.database.run(moveTo, [created.body.id, banks]);
  const { body } = await admin.get(fileOf("payouts.json", days));
  const rows = body.sections[0].rows.filter(({ payee }: Cells) => payee === "Quillfeather Trading LLC");
  expect(rows).toMatchObject([{ payouts: "2", total_usd: "11.00" }]);
});

test("a swap within one address is a swap in both wallets, not a refund", async () => {
  const swap = await fixture.create("2", fixture.on(fixture.anna), fixture.on(fixture.anna, "GUSD"));
  await api.settle(swap);
  await api.settle(swap);
  const query = `${days}&account_id=${fixture.client.accountId}&asset=GUSD`;
  const { body } = await member.get(fileOf("statement.json", query));
  expect(body.sections).toHaveLength(1);
  expect(body.sections[0].rows[1]).toMatchObject({ type: "Swap", credit: "2.00" });
});

test("bad parameters are refused at their place, and other tenants' accounts do not exist", async () => {
  const bad = await member.get(
    fileOf("statement.csv", `from=2026-02-30&account_id=${fixture.client.accountId}`),
  );
  expect([bad.status, bad.body.errors[0].pointer]).toEqual([400, "/query/from"]);
  const zone = await member.get(fileOf("trial_balance.csv", "time_zone=Mars"));
  expect([zone.status, zone.body.errors[0].pointer]).toEqual([400, "/query/time_zone"]);
  expect((await member.get(fileOf("statement.csv", ""))).status).toBe(400);
  const other = await api.createClient();
  expect((await member.get(fileOf("statement.csv", `account_id=${other.accountId}`))).status).toBe(404);
  const stranger = await createUser(api, { memberOf: other.accountId });
  expect((await stranger.get(fileOf("trial_balance.csv", ""))).status).toBe(404);
});
