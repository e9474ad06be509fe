import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../../test/transfer-fixture.ts";
import { statement } from "../../db/statement.ts";

let api: TransferApi;
let fixture: Fixture;
let member: TestUser;
let stranger: TestUser;
let operator: TestUser;
let transfer: string;
let payment: { readonly id: string; readonly details: { readonly sender_name: string } };

beforeAll(async () => {
  api = await startTransferApi();
  const tokens = await addTestTokens(api);
  fixture = await openFixture(api, tokens);
  const { accountId } = fixture.client;
  member = await createUser(api, { memberOf: accountId, memberRole: "viewer" });
  const other = await openFixture(api, tokens);
  stranger = await createUser(api, { memberOf: other.client.accountId });
  operator = await createUser(api, { operatorRole: "support" });
  transfer = await fixture.create("55.01", wireIn, fixture.on(fixture.anna));
  await fixture.wire(transfer, "55.01");
  const { body } = await member.get(`/console/api/workspaces/${accountId}/testnet/payments`);
  payment = body.payments[0].payment;
});
afterAll(() => api?.stop());

interface Result {
  readonly kind: string;
  readonly title: string;
  readonly status: string | null;
  readonly path: string;
}

async function search(user: TestUser, query: string, tenantId?: string): Promise<readonly Result[]> {
  const tenant = tenantId === undefined ? "" : `&tenant_id=${tenantId}`;
  return (await user.get(`/console/api/search?query=${encodeURIComponent(query)}${tenant}`)).body.results;
}

const inTestnet = () => `/w/${fixture.client.accountId}/testnet`;

test("the end of an id finds its object, with title and status", async () => {
  const found = await search(member, `…${transfer.slice(-8)}`);
  expect(found).toMatchObject([
    { kind: "transfer", title: "Transfer of 55.01 USD", path: `${inTestnet()}/transfers/${transfer}` },
  ]);
  expect(found[0]?.status).toEqual(expect.any(String));
  expect(await search(member, payment.id.slice(-8).toLowerCase())).toMatchObject([{ kind: "payment" }]);
  expect(await search(operator, fixture.anna.slice(-8))).toMatchObject([{ kind: "address" }]);
  expect(await search(stranger, transfer.slice(-8))).toEqual([]);
});

test("an amount finds transfers and payments of the user's tenants; operators name the tenant", async () => {
  const kinds = (results: readonly Result[]) => results.map(({ kind }) => kind).toSorted();
  expect(kinds(await search(member, "$55.01"))).toEqual(["payment", "transfer"]);
  expect(await search(stranger, "55.01")).toEqual([]);
  expect(await search(operator, "55.01")).toEqual([]);
  expect(kinds(await search(operator, "55.01", fixture.client.accountId))).toEqual(["payment", "transfer"]);
});

test("a held payment is pending, however it is found", async () => {
  const expected = await fixture.create("66.02", wireIn, fixture.on(fixture.anna));
  await fixture.wire(expected, "66.01");
  const paths = `/console/api/workspaces/${fixture.client.accountId}/testnet/payments`;
  const [{ payment: held }] = (await member.get(paths)).body.payments;
  expect(held).toMatchObject({ status: "pending", amount: { value: "66.01" } });
  for (const query of ["66.01", held.id.slice(-8)])
    expect(await search(member, query)).toMatchObject([{ kind: "payment", status: "pending" }]);
  expect(await search(operator, "66.01")).toMatchObject([{ status: "pending" }]);
});

test("a counterparty is found by its name in recent payments and addresses", async () => {
  const { sender_name: sender } = payment.details;
  const found = await search(member, sender.slice(0, 6));
  expect(found.some(({ path }) => path.endsWith(`/payments/${payment.id}`))).toBe(true);
  expect(await search(stranger, sender)).toEqual([]);
});

test("a return code finds what failed with it", async () => {
  await api.database.run(failWithCode, [transfer]);
  expect(await search(member, "r01")).toMatchObject([{ kind: "transfer", status: "failed" }]);
  expect(await search(stranger, "R01")).toEqual([]);
});

const failWithCode = statement(`
  UPDATE transfers SET status = 'failed', step = 'done', completed_at = NULL, failure_type = 'ach_return',
    failure_code = 'R01', failure_at = now() WHERE id = $1`);
