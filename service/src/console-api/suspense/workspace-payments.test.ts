import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import {
  addTestTokens,
  type Fixture,
  openFixture,
  type TestTokens,
  wireIn,
} from "../../../test/transfer-fixture.ts";
import { statement } from "../../db/statement.ts";

let api: TransferApi;
let tokens: TestTokens;
let fixture: Fixture;
let member: TestUser;

beforeAll(async () => {
  api = await startTransferApi();
  tokens = await addTestTokens(api);
  fixture = await openFixture(api, tokens);
  member = await createUser(api, { memberOf: fixture.client.accountId, memberRole: "viewer" });
});

afterAll(() => api.stop());

const workspace = (who: Fixture = fixture) => `/console/api/workspaces/${who.client.accountId}/testnet`;

test("payments of all accounts are one list with filters and paging", async () => {
  const first = await fixture.create("10", wireIn, fixture.on(fixture.anna));
  const second = await fixture.create("20", wireIn, fixture.on(fixture.anna));
  await fixture.wire(first, "10");
  await fixture.wire(second, "20");
  const { status, body } = await member.get(`${workspace()}/payments?page[size]=1`);
  expect(status).toBe(200);
  expect(body.payments).toMatchObject([
    {
      payment: { amount: { value: "20.00" }, transfer_id: second },
      account: { id: fixture.client.accountId, name: "Test Account" },
      is_held: false,
    },
  ]);
  const older = await member.get(`${workspace()}/payments?page[size]=1&page[after]=${body.pagination.next}`);
  expect(older.body.payments[0].payment.transfer_id).toBe(first);
  const filtered = await member.get(`${workspace()}/payments?transfer_id=${first}&direction=inbound`);
  expect(filtered.body.payments).toHaveLength(1);
  const nothing = await member.get(`${workspace()}/payments?direction=outbound`);
  expect(nothing.body.payments).toEqual([]);
  const ofAccount = await member.get(`${workspace()}/payments?account_id=${fixture.client.accountId}`);
  expect(ofAccount.body.payments).toHaveLength(2);
  expect((await member.get(`${workspace()}/payments?account_id=${fixture.anna}`)).status).toBe(404);
  expect((await member.get(`${workspace()}/payments?created_after=yesterday`)).status).toBe(400);
});

test("payments are sorted, counted, and found by counterparty, reference, amount and part of the id", async () => {
  const own = await openFixture(api, tokens);
  const viewer = await createUser(api, { memberOf: own.client.accountId, memberRole: "viewer" });
  const path = workspace(own);
  for (const value of ["11", "33", "22"]) {
    const transfer = await own.create(value, wireIn, own.on(own.anna));
    await own.wire(transfer, value);
  }
  const find = async (query: string): Promise<readonly string[]> =>
    (await viewer.get(`${path}/payments?${query}`)).body.payments.map(
      (row: { readonly payment: { readonly amount: { readonly value: string } } }) =>
        row.payment.amount.value,
    );
  expect(await find("sort=amount")).toEqual(["11.00", "22.00", "33.00"]);
  expect(await find("sort=created_at")).toEqual(["11.00", "33.00", "22.00"]);
  const first = (await viewer.get(`${path}/payments?sort=-amount&page[size]=2`)).body;
  expect(await find(`sort=-amount&page[size]=2&page[after]=${first.pagination.next}`)).toEqual(["11.00"]);
  const [{ payment, counterparty }] = first.payments;
  expect(counterparty).toEqual(payment.details.sender_name);
  expect(await find("search=33")).toEqual(["33.00"]);
  expect(await find("search=$33.00")).toEqual(["33.00"]);
  // A text without a digit could be a name.
  const end = payment.id.slice(Math.min(payment.id.length - 8, payment.id.search(/\d\D*$/)));
  expect(await find(`search=${end}`)).toEqual(["33.00"]);
  expect(await find(`search=${encodeURIComponent(counterparty.slice(1, 6).toLowerCase())}`)).toHaveLength(3);
  const matches = (await viewer.get(`${path}/payments/summary?search=${counterparty.slice(0, 5)}`)).body;
  expect(matches).toMatchObject({ count: 3, sums: [{ amount: "66.00" }] });
  expect(await find("search=Nonesuch")).toEqual([]);
  expect(await find("search=R01")).toEqual([]);
  const { body } = await viewer.get(`${path}/payments/summary?direction=inbound`);
  expect(body).toMatchObject({ count: 3, is_more: false, sums: [{ amount: "66.00", currency: "USD" }] });
  expect(body.statuses[1]).toEqual({ status: "complete", count: 3, is_more: false });
});

test("a number that is no amount of a payment, and a text like the end of an id, are found in references", async () => {
  const own = await openFixture(api, tokens);
  const viewer = await createUser(api, { memberOf: own.client.accountId, memberRole: "viewer" });
  const path = workspace(own);
  for (const value of ["1250", "7"]) await own.wire(await own.create(value, wireIn, own.on(own.anna)), value);
  const { payments } = (await viewer.get(`${path}/payments?sort=amount`)).body;
  const [{ payment }] = payments;
  const find = async (text: string, query = ""): Promise<readonly string[]> =>
    (await viewer.get(`${path}/payments?search=${encodeURIComponent(text)}${query}`)).body.payments.map(
      (row: { readonly payment: { readonly id: string } }) => row.payment.id,
    );
  const { imad } = payment.details;
  expect(imad).toMatch(/^\d{8}\w{8}\d{6}$/);
  expect(await find(imad)).toEqual([payment.id]);
  expect(await find(imad.slice(-6))).toEqual([payment.id]);
  expect(await find(imad, "&status=complete")).toEqual([payment.id]);
  expect(await find(imad, "&status=failed")).toEqual([]);
  expect((await viewer.get(`${path}/payments/summary?search=${imad}`)).body).toMatchObject({ count: 1 });
  expect((await viewer.get(`${path}/payments.csv?search=${imad}`)).text.split("\r\n")).toHaveLength(3);
  expect(await find("1,250.00")).toEqual([payments[1].payment.id]);
});

test("sums are of one direction, and of what moved unless a status is chosen", async () => {
  const own = await openFixture(api, tokens);
  const viewer = await createUser(api, { memberOf: own.client.accountId, memberRole: "viewer" });
  await own.wire(await own.create("30", wireIn, own.on(own.anna)), "30");
  await own.fund(own.anna, "FUSD", 100n);
  await api.settle(await own.create("40", own.on(own.anna), own.by("ach_credit")));
  const sumsOf = async (query: string) =>
    (await viewer.get(`${workspace(own)}/payments/summary?${query}`)).body.sums;
  const inbound = { amount: "30.00", currency: "USD", direction: "inbound", network: null };
  const outbound = { amount: "40.00", currency: "USD", direction: "outbound", network: null };
  expect(await sumsOf("")).toEqual([inbound, outbound]);
  expect(await sumsOf("direction=outbound")).toEqual([outbound]);
  await api.database.run(failPayouts, [own.client.accountId]);
  expect(await sumsOf("")).toEqual([inbound]);
  expect(await sumsOf("status=failed")).toEqual([outbound]);
});

const failPayouts = statement(
  "UPDATE payments SET status = 'failed', reason_code = 'R03' WHERE tenant_id = $1 AND direction = 'outbound'",
);

test("the export has every payment that the list has, in its order", async () => {
  const { text, headers, status } = await member.get(`${workspace()}/payments.csv?sort=amount`);
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="payments-testnet-[\d-]+\.csv"$/);
  const [header = "", ...lines] = text.trimEnd().split("\r\n");
  expect(header).toMatch(
    /^id,created_at,status,is_held,direction,type,amount,currency,counterparty,reference,/,
  );
  const { payments } = (await member.get(`${workspace()}/payments?sort=amount`)).body;
  expect(lines.map((line) => line.split(",")[0])).toEqual(
    payments.map(({ payment }: { readonly payment: { readonly id: string } }) => payment.id),
  );
});

test("a payment shows its related objects and whether it is held", async () => {
  const transfer = await fixture.create("30", wireIn, fixture.on(fixture.anna));
  await fixture.wire(transfer, "29");
  const [held] = (await member.get(`${workspace()}/payments`)).body.payments;
  expect(held).toMatchObject({ is_held: true, payment: { status: "pending" } });
  const shown = (await member.get(`${workspace()}/payments/${held.payment.id}`)).body;
  expect(shown).toMatchObject({
    is_held: true,
    transfer: { id: transfer, status: "pending" },
    automation: null,
    bank: null,
    return_id: null,
    returns: null,
  });
  const operator = await createUser(api, { operatorRole: "treasury" });
  await operator.post(`/console/api/suspense/${held.payment.id}/return`, {
    code: "AM09",
    reason: "One short.",
  });
  const after = (await member.get(`${workspace()}/payments/${held.payment.id}`)).body;
  const back = (await member.get(`${workspace()}/payments/${after.return_id}`)).body;
  expect(back).toMatchObject({ returns: held.payment.id, bank: { state: "queued" } });
});

test("a payout shows its state at the bank", async () => {
  await fixture.fund(fixture.anna, "FUSD", 100n);
  const transfer = await fixture.create("40", fixture.on(fixture.anna), fixture.by("ach_credit"));
  await api.settle(transfer);
  const { body } = await member.get(`${workspace()}/payments?transfer_id=${transfer}`);
  const shown = (await member.get(`${workspace()}/payments/${body.payments[0].payment.id}`)).body;
  expect(shown).toMatchObject({ address_id: fixture.checking, bank: { state: "queued" } });
});

test("payments of another workspace are not found", async () => {
  const other = await openFixture(api, tokens);
  expect((await member.get(`${workspace(other)}/payments`)).status).toBe(404);
  const stranger = await createUser(api, { memberOf: other.client.accountId });
  const [own] = (await member.get(`${workspace()}/payments`)).body.payments;
  expect((await stranger.get(`${workspace(other)}/payments/${own.payment.id}`)).status).toBe(404);
  expect((await stranger.get(`${workspace(other)}/payments`)).body.payments).toEqual([]);
  const operator = await createUser(api, { operatorRole: "read_only" });
  expect((await operator.get(`${workspace()}/payments`)).status).toBe(200);
});
