import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { addToken } from "../../../test/token-holders.ts";
import { record } from "../../../test/tokens.ts";
import type { LedgerAccount } from "../../ledger/index.ts";
import { causeOfRecord } from "../../reports/index.ts";

let api: TestApi;
let client: TestClient;
let operator: TestUser;

const asset = { code: "ACME", scale: 6 };
const transferId = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const wallet = (owner: string): LedgerAccount => ({ kind: "wallet", owner, chain: "base", asset });

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
  client = await api.createClient();
  operator = await createUser(api, { operatorRole: "read_only" });
  const supply: LedgerAccount = { kind: "supply", owner: "t1", chain: "base", asset };
  await record(api.database, client.accountId, [
    {
      type: "post",
      key: "mint/1",
      postings: [
        { account: supply, units: -10_000_000n },
        { account: wallet("anna"), units: 10_000_000n },
      ],
    },
    { type: "hold", key: `transfer/${transferId}/source-held`, account: wallet("anna"), units: 4_000_000n },
    {
      type: "post_hold",
      key: `transfer/${transferId}/taken`,
      holdKey: `transfer/${transferId}/source-held`,
      postings: [
        { account: wallet("anna"), units: -4_000_000n },
        { account: wallet("bert"), units: 4_000_000n },
      ],
    },
  ]);
});
afterAll(() => api.stop());

const journal = () => `/console/api/ledger/${client.accountId}/testnet`;
const statementOf = (more = "") => `${journal()}/statement?account=wallet/anna/base/ACME${more}`;

test("accounts are returned with their balances, filtered and paged", async () => {
  const first = (await operator.get(`${journal()}/accounts?page[size]=2`)).body;
  expect(first.accounts).toMatchObject([
    {
      account: { path: "supply/t1/base/ACME", kind: "supply", owner: "t1", chain: "base", asset: "ACME" },
      owner_name: "ACME",
      posted: "-10.00",
    },
    {
      account: { path: "wallet/anna/base/ACME" },
      owner_name: null,
      posted: "6.00",
      held: "0.00",
      available: "6.00",
    },
  ]);
  const next = encodeURIComponent(first.pagination.next);
  const second = (await operator.get(`${journal()}/accounts?page[size]=2&page[after]=${next}`)).body;
  expect(second.accounts).toMatchObject([{ account: { path: "wallet/bert/base/ACME" }, posted: "4.00" }]);
  expect(second.pagination.next).toBeNull();
  const wallets = (await operator.get(`${journal()}/accounts?kind=wallet&owner=bert`)).body;
  expect(wallets.accounts).toHaveLength(1);
  expect((await operator.get(`${journal()}/accounts?kind=purse`)).status).toBe(400);
  expect((await operator.get(`${journal()}/accounts?page[after]=nonsense`)).status).toBe(400);
});

test("a statement has each entry with its running balance, and pages continue without gaps", async () => {
  const whole = (await operator.get(statementOf("&holds=true"))).body;
  expect(whole).toMatchObject({ opening: "0.00", closing: "6.00", total_in: "10.00", total_out: "4.00" });
  expect(whole.entries).toMatchObject([
    { sequence: "1", change: "10.00", balance: "10.00", counterparts: ["supply/t1/base/ACME"] },
    { type: "hold", change: "0.00", held_change: "4.00", held: "4.00" },
    { type: "post_hold", change: "-4.00", balance: "6.00", counterparts: ["wallet/bert/base/ACME"] },
  ]);
  const first = (await operator.get(statementOf("&page[size]=1"))).body;
  expect(first.entries).toMatchObject([{ sequence: "1" }]);
  const next = encodeURIComponent(first.pagination.next);
  const second = (await operator.get(statementOf(`&page[size]=1&page[after]=${next}`))).body;
  expect(second.entries).toMatchObject([{ sequence: "3", balance: "6.00" }]);
  expect(second.pagination.next).toBeNull();
  expect((await operator.get(`${journal()}/statement?account=wallet/unknown/base/ACME`)).status).toBe(404);
  const backwards = "&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z";
  expect((await operator.get(statementOf(backwards))).body.code).toBe("validation_failed");
});

test("a statement is read from either end, and pages go on and back", async () => {
  const sequencesOf = async (query: string) => {
    const { body } = await operator.get(statementOf(`&holds=true${query}`));
    const sequences = body.entries.map(({ sequence }: { sequence: string }) => sequence).join(" ");
    const [next, prev] = [body.pagination.next, body.pagination.prev].map((text) => encodeURIComponent(text));
    return { sequences, next, prev };
  };
  expect((await sequencesOf("&sort=-created_at")).sequences).toBe("3 2 1");
  const first = await sequencesOf("&sort=-created_at&page[size]=2");
  expect(first.sequences).toBe("3 2");
  const second = await sequencesOf(`&sort=-created_at&page[size]=2&page[after]=${first.next}`);
  expect([second.sequences, second.next]).toEqual(["1", "null"]);
  const back = await sequencesOf(`&sort=-created_at&page[size]=2&page[before]=${second.prev}`);
  expect(back.sequences).toBe("3 2");
  expect((await operator.get(statementOf("&sort=change"))).body.errors[0].pointer).toBe("/query/sort");
});

test("a statement can be exported as a file", async () => {
  const response = await operator.get(statementOf().replace("/statement?", "/statement.csv?"));
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = response.text.trim().split("\r\n");
  expect(lines[0]).toBe("account,at,sequence,type,key,change,balance,counterparts");
  expect(lines.map((line) => line.split(",")[3])).toEqual([
    "type",
    "opening_balance",
    "post",
    "post_hold",
    "closing_balance",
  ]);
});

test("a record is shown with its postings and cause", async () => {
  const { records, pagination } = (await operator.get(`${journal()}/records?page[size]=2`)).body;
  expect(records.map(({ sequence }: { sequence: string }) => sequence)).toEqual(["3", "2"]);
  const older = `${journal()}/records?page[size]=2&page[after]=${encodeURIComponent(pagination.next)}`;
  expect((await operator.get(older)).body.records).toMatchObject([
    { sequence: "1", cause: { type: "other", id: null } },
  ]);
  expect((await operator.get(`${journal()}/records/3`)).body).toMatchObject({
    type: "post_hold",
    cause: { type: "transfer", id: transferId, effect: "taken" },
    lines: [
      { account: { path: "wallet/anna/base/ACME" }, amount: "-4.00" },
      { account: { path: "wallet/bert/base/ACME" }, amount: "4.00" },
    ],
  });
  const ofTransfer = (query: string) =>
    operator.get(`${journal()}/records?key=transfer/${transferId}/${query}`);
  expect((await ofTransfer("")).body.records.map(({ sequence }: { sequence: string }) => sequence)).toEqual([
    "3",
    "2",
  ]);
  expect((await ofTransfer("&sort=created_at&page[size]=1")).body.records).toMatchObject([{ sequence: "2" }]);
  for (const number of ["4", "0", "x", "99999999999999999999"])
    expect((await operator.get(`${journal()}/records/${number}`)).status).toBe(404);
});

test("the trial balance adds up to zero", async () => {
  const { lines, assets, is_complete } = (await operator.get(`${journal()}/totals`)).body;
  expect(lines).toEqual([
    { asset: "ACME", kind: "supply", accounts: 1, posted: "-10.00", held: "0.00" },
    { asset: "ACME", kind: "wallet", accounts: 2, posted: "10.00", held: "0.00" },
  ]);
  expect(assets).toEqual([{ asset: "ACME", sum: "0.00", is_balanced: true }]);
  expect(is_complete).toBe(true);
});

test("journals are returned with their checkpoint hashes and verification state", async () => {
  const { journals, round } = (await operator.get("/console/api/ledger/journals")).body;
  expect(journals).toMatchObject([
    {
      tenant_id: client.accountId,
      tenant_name: "Test Account",
      network: "testnet",
      sequence: "3",
      verified_at: null,
    },
  ]);
  expect(round).toBeNull();
});

test("members read only the journal of their own tenant", async () => {
  const member = await createUser(api, { memberOf: client.accountId, memberRole: "viewer" });
  const ledgerPath = `/console/api/workspaces/${client.accountId}/testnet/ledger`;
  expect((await member.get(`${ledgerPath}/totals`)).body.lines).toHaveLength(2);
  expect((await member.get(`${ledgerPath}/records/3`)).status).toBe(200);
  expect((await member.get(`${ledgerPath.replace("testnet", "mainnet")}/records/3`)).status).toBe(404);
  expect((await member.get(`${journal()}/totals`)).body.code).toBe("not_permitted");
  const other = await api.createClient();
  const stranger = await createUser(api, { memberOf: other.accountId });
  expect((await stranger.get(`${ledgerPath}/totals`)).status).toBe(404);
});

test.each([
  [
    `transfer/${transferId}/source-held/voided`,
    { type: "transfer", id: transferId, effect: "source-held/voided" },
  ],
  [
    `treasury/payment/${transferId}/received`,
    { type: "treasury_payment", id: transferId, effect: "received" },
  ],
  ["deposit/base/0xabc/0", { type: "deposit", id: undefined, effect: "base/0xabc/0" }],
  ["something", { type: "other", id: undefined, effect: "something" }],
])("the key %s identifies its cause", (key, cause) => {
  expect(causeOfRecord(key)).toEqual(cause);
});

test("the reserve of a token is named by its token", async () => {
  const holder = await api.createClient();
  const { id: owner } = await addToken(api, { issuer: holder.accountId, valueType: "LEDGERUSD" });
  const usd = { code: "USD", scale: 2 };
  await record(api.database, holder.accountId, [
    {
      type: "post",
      key: "deposit/1",
      postings: [
        { account: { kind: "external", asset: usd }, units: -500n },
        { account: { kind: "reserve", owner, asset: usd }, units: 500n },
      ],
    },
  ]);
  const { body } = await operator.get(
    `/console/api/ledger/${holder.accountId}/testnet/accounts?kind=reserve`,
  );
  expect(body.accounts).toMatchObject([{ account: { owner }, owner_name: "LEDGERUSD", posted: "5.00" }]);
});
