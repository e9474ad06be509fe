import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser, type TestUser } from "../../../test/console.ts";
import { startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture, wireIn } from "../../../test/transfer-fixture.ts";

let api: TransferApi;
let fixture: Fixture;
let operator: TestUser;
let member: TestUser;
let workspace: string;

beforeAll(async () => {
  api = await startTransferApi();
  fixture = await openFixture(api, await addTestTokens(api));
  const { accountId } = fixture.client;
  operator = await createUser(api, { operatorRole: "compliance" });
  member = await createUser(api, { memberOf: accountId, memberRole: "viewer" });
  workspace = `/console/api/workspaces/${accountId}/testnet`;
  for (const [expected, paid] of [
    ["80", "75.5"],
    ["30", "29"],
  ] as const) {
    const transfer = await fixture.create(expected, wireIn, fixture.on(fixture.anna));
    await fixture.wire(transfer, paid);
  }
});

afterAll(() => api?.stop());

async function linesOf(user: TestUser, path: string): Promise<readonly string[]> {
  const { status, text } = await user.get(path);
  expect(status, text).toBe(200);
  return text.trim().split("\r\n");
}

test("a queue is counted and added up, with a count for each reason", async () => {
  const { body } = await operator.get("/console/api/suspense/summary");
  expect(body).toMatchObject({
    count: 2,
    is_more: false,
    sums: [{ amount: "104.50", currency: "USD" }],
  });
  expect(body.statuses).toContainEqual({ status: "amount_mismatch", count: 2, is_more: false });
  const none = await operator.get("/console/api/suspense/summary?reason=unmatched");
  expect(none.body).toMatchObject({ count: 0, sums: [] });
  expect(none.body.statuses).toContainEqual({ status: "amount_mismatch", count: 2, is_more: false });
});

test("a list without amounts has no sums", async () => {
  const { body } = await member.get(`${workspace}/account-records/summary?status=complete`);
  expect(body.count).toBeGreaterThan(0);
  expect(body.sums).toEqual([]);
});

test("a file has what the list has, with names for nested values, and no more than its presenter shows", async () => {
  const { payments } = (await operator.get("/console/api/suspense")).body;
  const [header = "", ...lines] = await linesOf(operator, "/console/api/suspense.csv");
  expect(header.split(",")).toEqual(
    expect.arrayContaining(["id", "network", "amount_value", "amount_currency", "hold_reason"]),
  );
  expect(lines.map((line) => line.split(",")[0])).toEqual(payments.map(({ id }: { id: string }) => id));
  expect(await linesOf(operator, "/console/api/suspense.csv?reason=unmatched")).toEqual([header]);
});

test("a file that its list refuses is refused, with the status of the list", async () => {
  const { accountId } = fixture.client;
  const bogus = await member.get(`${workspace}/accounts/${accountId}/events.csv?type=bogus`);
  expect(bogus.status).toBe(400);
  expect(bogus.body.errors).toMatchObject([{ pointer: "/query/type" }]);
  const { accountId: other } = await api.createClient();
  const hidden = await member.get(`${workspace}/accounts/${other}/events.csv`);
  expect(hidden.status).toBe(404);
});

test("files and totals need the permission of their list, and refuse unknown filters", async () => {
  for (const address of ["/console/api/suspense.csv", "/console/api/claims/summary"])
    expect((await member.get(address)).status, address).toBe(403);
  expect((await operator.get("/console/api/suspense/summary?reason=lost")).status).toBe(400);
  expect((await operator.get("/console/api/suspense.csv?page[size]=5")).status).toBe(400);
});
