import { afterAll, beforeAll, expect, test } from "vitest";
import { storeBankFile } from "../../../test/bank-files.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../../test/transfer-fixture.ts";
import { statement } from "../../db/statement.ts";
import { type BankItem, openItems } from "../../rails/engine/bank-operations.ts";
import { insertItems } from "../../rails/engine/item-store.ts";
import { bankRails } from "../../rails/rail.ts";

const path = "/console/api/rails";
/** Numbers of the bank accounts that the fixture pays; see the environment. */
const payeeName = "Wilhelmina Vanderquack";

let api: TransferApi;
let fixture: Fixture;
let treasurer: TestUser;

beforeAll(async () => {
  api = await startTransferApi();
  fixture = await openFixture(api, await addTestTokens(api));
  treasurer = await createUser(api, { operatorRole: "treasury" });
  await fixture.fund(fixture.anna, "FUSD", 1_000n);
  const payout = await fixture.create("40", fixture.on(fixture.anna), fixture.by("wire"));
  await api.settle(payout);
  const onramp = await fixture.create("60", wireIn, fixture.on(fixture.anna));
  await fixture.wire(onramp, "60");
});

afterAll(() => api.stop());

test("files are returned newest first with their totals, and by every filter", async () => {
  const { status, body } = await treasurer.get(`${path}/files`);
  expect(status).toBe(200);
  const ids = body.files.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  const { body: sent } = await treasurer.get(
    `${path}/files?network=testnet&direction=out&state=sent&format=xml`,
  );
  expect(sent.files).toMatchObject([
    { format: "xml", totals: { entries: 1, credits: "40.00", debits: "0.00" }, problems: [] },
  ]);
  expect((await treasurer.get(`${path}/files?network=mainnet`)).body.files).toEqual([]);
  expect((await treasurer.get(`${path}/files?format=ach`)).body.files).toEqual([]);
  const { body: page } = await treasurer.get(`${path}/files?page[size]=1`);
  const { body: next } = await treasurer.get(
    `${path}/files?page[size]=1&page[after]=${page.pagination.next}`,
  );
  const { body: back } = await treasurer.get(
    `${path}/files?page[size]=1&page[before]=${next.pagination.prev}`,
  );
  expect([page.files[0].id, next.files[0].id, back.files[0].id]).toEqual([ids[0], ids[1], ids[0]]);
});

test("the contents of a file are shown with masked names and account numbers", async () => {
  const { body: sent } = await treasurer.get(`${path}/files?direction=out`);
  const { body } = await treasurer.get(`${path}/files/${sent.files[0].id}`);
  expect(body).toMatchObject({
    is_complete: true,
    items: [],
    lines: [
      {
        kind: "payment",
        amount: "40.00",
        rail: "wire",
        state: "settled",
        party: { name: "W… V…", account_number: expect.stringMatching(/^\*{5}\d{4}$/) },
      },
    ],
  });
  expect(JSON.stringify(body)).not.toContain("Vanderquack");
  const { body: received } = await treasurer.get(`${path}/files?direction=in&state=read`);
  const kinds = new Set<string>();
  for (const { id } of received.files) {
    const { body: shown } = await treasurer.get(`${path}/files/${id}`);
    expect(shown.file.totals).toBeNull();
    expect(JSON.stringify(shown)).not.toContain("Sandbox Sender");
    for (const { kind } of shown.lines) kinds.add(kind);
  }
  expect([...kinds]).toEqual(expect.arrayContaining(["settled", "credit"]));
  expect((await treasurer.get(`${path}/files/${fixture.anna}`)).status).toBe(404);
});

test("the text of a file requires the decide permission and a second factor, and access is audited", async () => {
  const { body: sent } = await treasurer.get(`${path}/files?direction=out`);
  const { id } = sent.files[0];
  const { status, body } = await treasurer.post(`${path}/files/${id}/text`, undefined);
  expect(status).toBe(200);
  expect(body.text).toContain(payeeName);
  expect(await auditOf("bank_file.read", id)).toEqual([{ actorType: "user", actorId: treasurer.userId }]);
  const late = await createUser(api, { operatorRole: "treasury", secondFactorAge: "old" });
  expect(await late.post(`${path}/files/${id}/text`, undefined)).toMatchObject({
    status: 403,
    body: { code: "second_factor_required" },
  });
  const reader = await createUser(api, { operatorRole: "read_only" });
  expect((await reader.get(`${path}/files/${id}`)).status).toBe(200);
  for (const fileAction of ["text", "requeue", "reread"]) {
    expect(await reader.post(`${path}/files/${id}/${fileAction}`, undefined)).toMatchObject({
      status: 403,
      body: { code: "not_permitted" },
    });
  }
});

test("an invalid file is quarantined with the reason, and can be reprocessed", async () => {
  const id = await putBroken();
  await api.bankRound();
  const { body } = await treasurer.get(`${path}/files?state=quarantined`);
  expect(body.files).toMatchObject([{ id, state: "quarantined", totals: null }]);
  expect(body.files[0].problems[0]).toMatchObject({ line: expect.any(Number), rule: expect.any(String) });
  expect((await treasurer.get(`${path}/files/${id}`)).body.lines).toEqual([]);
  const again = await treasurer.post(`${path}/files/${id}/reread`, undefined);
  expect(again).toMatchObject({ status: 200, body: { state: "stored", problems: [] } });
  expect((await treasurer.post(`${path}/files/${id}/reread`, undefined)).status).toBe(409);
  expect(await auditOf("bank_file.reread", id)).toHaveLength(1);
  await api.bankRound();
  expect((await treasurer.get(`${path}/files/${id}`)).body.file.state).toBe("quarantined");
});

test("a file of which the bank has reported a settlement is not sent again, and neither is an inbound one", async () => {
  const { body: sent } = await treasurer.get(`${path}/files?direction=out&state=sent`);
  const { id } = sent.files[0];
  const { body: shown } = await treasurer.get(`${path}/files/${id}`);
  const again = await treasurer.post(`${path}/files/${id}/requeue`, undefined);
  expect(again).toMatchObject({
    status: 409,
    body: { code: "conflict", detail: expect.stringContaining(`${shown.lines[0].payment_id} is settled`) },
  });
  expect((await treasurer.get(`${path}/files/${id}`)).body.file.state).toBe("sent");
  expect(await auditOf("bank_file.requeue", id)).toHaveLength(0);
  const { body: received } = await treasurer.get(`${path}/files?direction=in`);
  expect((await treasurer.post(`${path}/files/${received.files[0].id}/requeue`, undefined)).status).toBe(409);
});

test("a bank item is resolved with a note", async () => {
  const item = await putItem();
  const { body } = await treasurer.get(`${path}/items`);
  expect(body).toMatchObject({
    items: [{ id: item.id, kind: "unknown_credit", amount: "1.23", detail: "an unmatched credit" }],
    pagination: { next: null },
  });
  const finish = (note: string) => treasurer.post(`${path}/items/${item.id}/finish`, { note });
  expect((await finish(" ")).status).toBe(400);
  expect(await finish("It was interest.")).toMatchObject({ status: 200, body: { note: "It was interest." } });
  expect((await finish("Again.")).status).toBe(404);
  expect((await treasurer.get(`${path}/items`)).body.items).toEqual([]);
  expect(await auditOf("bank_item.finish", item.id)).toEqual([
    { actorType: "user", actorId: treasurer.userId },
  ]);
  const compliance = await createUser(api, { operatorRole: "compliance" });
  expect((await compliance.post(`${path}/items/${item.id}/finish`, { note: "No." })).status).toBe(403);
});

test("the overview counts files, sums entries and includes the banking calendar", async () => {
  const { status, body } = await treasurer.get(path);
  expect(status).toBe(200);
  expect(body.files).toContainEqual(
    expect.objectContaining({ network: "testnet", direction: "out", format: "xml", count: 1 }),
  );
  expect(body.sent).toEqual([
    { network: "testnet", format: "xml", entries: 1, credits: "40.00", debits: "0.00" },
  ]);
  expect(body.banks).toEqual([
    { network: "testnet", connector: "sandbox" },
    { network: "mainnet", connector: "sandbox" },
  ]);
  const { calendar } = body;
  expect(calendar.next_banking_day > calendar.today).toBe(true);
  expect(calendar.rails.map(({ rail }: { rail: string }) => rail)).toEqual(bankRails);
  for (const { leaves_at, cutoff_at, settles_at, final_at } of calendar.rails) {
    expect(leaves_at <= cutoff_at && leaves_at <= settles_at && settles_at <= final_at).toBe(true);
  }
  const member = await createUser(api, { memberOf: fixture.client.accountId });
  expect((await member.get(path)).status).toBe(403);
});

function putBroken(): Promise<string> {
  return storeBankFile(api, "in", "broken.ach", Buffer.from("this is no file of a bank\n"));
}

async function putItem(): Promise<BankItem> {
  const item = {
    key: "test/REF-1",
    kind: "unknown_credit",
    entryId: undefined,
    reference: "REF-1",
    amountCents: 123n,
    detail: "an unmatched credit",
  } as const;
  await api.database.transaction((tx) =>
    insertItems(api.deps, tx, { network: "testnet", fileId: undefined, now: api.deps.clock.now() }, [item]),
  );
  const items = (await openItems.read(api.database, {}, { limit: 10 })).items;
  const found = items.find((each) => each.reference === item.reference);
  if (found === undefined) throw new Error("the item is not there");
  return found;
}

const selectAudit = statement(
  "SELECT actor_type, actor_id FROM audit_log WHERE action = $1 AND subject_id = $2 ORDER BY id",
);

function auditOf(action: string, id: string) {
  return api.database.rows(selectAudit, [action, id]);
}
