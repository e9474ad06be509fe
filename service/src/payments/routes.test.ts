import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { createTestDatabase } from "../../test/database.ts";
import { entryEvent, openPayments, type PaymentsEnvironment, received } from "../../test/payments.ts";

let api: TestApi;
let env: PaymentsEnvironment;
let client: TestClient;
/** Newest first: an incoming wire, a complete credit, a rejected credit. */
let wire: string;
let complete: string;
let failed: string;

const automation = "01JD7Q2M8W3T5V6X9YZABCDEFH";

beforeAll(async () => {
  const masterKey = randomBytes(32);
  const testDatabase = await createTestDatabase({ maxConnections: 20 });
  const { database } = testDatabase;
  const environment = { FLORIN_ROLES: "api" };
  // The owners of its payments are fakes, and so are their events.
  api = await startTestApi({ testDatabase, masterKey, environment, inventsEvents: true });
  env = await openPayments({ deployment: { database, masterKey } });
  client = await api.createClient({ accountId: env.account.id });
  failed = await env.order({ rail: "wire" });
  await env.hear([entryEvent("rejected", failed)]);
  env.clock.advance(60_000);
  complete = await env.order({ links: { transferId: "01JD7Q2M8W3T5V6X9YZABCDEFJ" } });
  await env.hear([entryEvent("settled", complete)]);
  env.clock.advance(60_000);
  const owner = { name: "automations", subject: automation };
  const [opened] = await database.transaction((tx) =>
    env.payments.openVirtualAccounts(tx, env.scope, [{ accountId: env.account.id, owner }]),
  );
  await env.hear([received({ accountNumber: opened?.accountNumber ?? "", reference: "Invoice 17" })]);
  wire = env.owner.receivedUpdate.at(-1)?.payment.id ?? "";
});

afterAll(() => api.stop());

const get = (path: string, token = client.token) =>
  api.request("GET", `/accounts/${client.accountId}/payments${path}`, { token });

test("a payment response matches the contract", async () => {
  const { status, body } = await get(`/${wire}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    id: wire,
    status: "complete",
    amount: { value: "500.00", currency: "USD" },
    direction: "inbound",
    type: "wire",
    inserted_at: "2026-11-15T12:02:00.000Z",
    updated_at: "2026-11-15T12:02:00.000Z",
    transfer_id: null,
    automation_id: automation,
    details: {
      received_at: expect.any(String),
      sender_name: "Wilhelmina Vanderquack",
      sender_bank_name: "Second Bank of Larkspur",
      sender_bank_routing_number: "011000015",
      payment_reference: "Invoice 17",
      imad: "20261115MMQFMP9B000017",
      trace_number: null,
      reason: null,
    },
  });
  expect((await get(`/${failed}`)).body.details.reason).toEqual({ code: "R01", text: "Insufficient funds" });
});

test("payments are returned newest first, in pages", async () => {
  const { body } = await get("?page[size]=2");
  expect(idsOf(body)).toEqual([wire, complete]);
  const next = await get(`?page[size]=2&page[after]=${body.pagination.next}`);
  expect(idsOf(next.body)).toEqual([failed]);
  const back = await get(`?page[size]=2&page[before]=${next.body.pagination.prev}`);
  expect(idsOf(back.body)).toEqual([wire, complete]);
});

test.each([
  ["status=failed", () => [failed]],
  ["direction=inbound", () => [wire]],
  ["type=wire", () => [wire, failed]],
  ["type=wire&direction=outbound", () => [failed]],
  ["transfer_id=01JD7Q2M8W3T5V6X9YZABCDEFJ", () => [complete]],
  [`automation_id=${automation}`, () => [wire]],
  ["created_after=2026-11-15T12:00:00.000Z", () => [wire, complete]],
  ["created_before=2026-11-15T12:01:00.000Z", () => [failed]],
  ["created_after=2026-11-15T12:00:30Z&created_before=2026-11-15T12:01:30Z", () => [complete]],
  ["status=pending", () => []],
])("?%s", async (query, ids) => {
  const { status, body } = await get(`?${query}`);
  expect([status, idsOf(body)]).toEqual([200, ids()]);
});

describe("refused", () => {
  test.each([
    ["status=lost", "/query/status"],
    ["transfer_id=1", "/query/transfer_id"],
    ["created_after=yesterday", "/query/created_after"],
    ["created_before=1969-12-31T23:59:59Z", "/query/created_before"],
    ["colour=red", "/query/colour"],
  ])("?%s", async (query, pointer) => {
    const { status, body } = await get(`?${query}`);
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });

  test("an unknown, invalid or foreign id", async () => {
    const stranger = await api.createClient();
    expect((await get("/01JD7Q2M8W3T5V6X9YZABCDEFG")).status).toBe(404);
    expect((await get("/nonsense")).status).toBe(404);
    expect((await get(`/${wire}`, stranger.token)).status).toBe(404);
    expect((await get("", stranger.token)).status).toBe(404);
    const theirs = `/accounts/${stranger.accountId}/payments/${wire}`;
    expect((await api.request("GET", theirs, { token: stranger.token })).status).toBe(404);
    const elsewhere = await api.createClient({ accountId: env.account.id, network: "mainnet" });
    expect((await get(`/${wire}`, elsewhere.token)).status).toBe(404);
  });

  test("a client without the scope", async () => {
    const other = await api.createClient({ accountId: env.account.id, scopes: ["transfers:read"] });
    expect((await get("", other.token)).status).toBe(403);
  });
});

function idsOf(body: { readonly payments: readonly { readonly id: string }[] }): readonly string[] {
  return body.payments.map(({ id }) => id);
}
