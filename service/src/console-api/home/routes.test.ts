import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createManualClock } from "../../../test/auth.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { addAddress, addToken } from "../../../test/token-holders.ts";
import { post } from "../../../test/token-movements.ts";
import { statement } from "../../db/statement.ts";
import { tenantOf } from "../../kernel/id.ts";
import { instantFromMs, systemClock } from "../../kernel/instant.ts";
import { type Operation, recordOperations } from "../../ledger/index.ts";

let api: TestApi;
let client: TestClient;
let member: TestUser;

const dayMs = 86_400_000;
// Noon, so that no day ends during a test.
const clock = createManualClock(instantFromMs(Math.floor(systemClock.now() / dayMs) * dayMs + dayMs / 2));

beforeAll(async () => {
  api = await startTestApi({ clock, environment: { FLORIN_ROLES: "api" } });
  client = await api.createClient({ selfAttested: true });
  member = await createUser(api, { memberOf: client.accountId, memberRole: "viewer", clock });
});
afterAll(() => api.stop());

const base = () => `/console/api/workspaces/${client.accountId}/testnet/home`;
const acme = { code: "ACME", scale: 6 };

/** Backdates records by some days. */
async function record(daysAgo: number, operations: readonly Operation[]): Promise<void> {
  const then = createManualClock(instantFromMs(clock.now() - daysAgo * dayMs));
  const scope = { tenantId: tenantOf(client.accountId), network: "testnet" } as const;
  await api.database.transaction((tx) => recordOperations({ clock: then }, tx, scope, operations));
}

function mint(key: string, units: bigint, chain = "base"): Operation {
  return {
    type: "post",
    key,
    postings: [
      { account: { kind: "supply", owner: "t1", chain, asset: acme }, units: -units },
      { account: { kind: "wallet", owner: "anna", chain, asset: acme }, units },
    ],
  };
}

test("a new workspace shows its getting started steps and no data of others", async () => {
  const { body } = await member.get(base());
  expect(body).toMatchObject({
    balances: [],
    are_balances_complete: true,
    tokens: [],
    transfers: { recent: [], pending_now: 0, is_complete: true },
    waiting: { accounts_in_review: 0, payments_unmatched: 0, webhooks_failing: 0 },
    // The application of the test.
    first_steps: { has_application: true, has_address: false, has_token: false, has_transfer: false },
  });
  const other = await api.createClient();
  const stranger = await createUser(api, { memberOf: other.accountId, clock });
  expect((await stranger.get(base())).status).toBe(404);
});

test("balances and supply come from the ledger", async () => {
  await record(3, [mint("m/1", 100_000_000n)]);
  await record(1, [mint("m/2", 50_000_000n, "solana")]);
  await record(0, [
    {
      type: "hold",
      key: "h/1",
      account: { kind: "wallet", owner: "anna", chain: "base", asset: acme },
      units: 1_000_000n,
    },
  ]);
  const { body } = await member.get(base());
  expect(body.balances).toEqual([
    { asset: "ACME", addresses: 2, posted: "150.00", held: "1.00", available: "149.00" },
  ]);
  expect(body.tokens).toEqual([
    {
      value_type: "ACME",
      supply: "150.00",
      reserve: null,
      chains: [
        { transfer_type: "base", supply: "100.00" },
        { transfer_type: "solana", supply: "50.00" },
      ],
    },
  ]);
});

const rows = {
  verification: statement(`
    INSERT INTO verifications (tenant_id, network, account_id, stage, has_open_hit, revision, stage_since, waiting_since,
      screened_with, created_at, updated_at)
    SELECT tenant_id, 'testnet', id, $2, false, 1, now(), CASE WHEN $2 = 'in_review' THEN now() END, '', now(), now()
      FROM accounts WHERE id = $1`),
  endpointQueue: statement(`
    INSERT INTO webhook_endpoint_queues (tenant_id, network, subscription_id, change_count, failures_in_a_row, failing_since)
    VALUES ($1, 'testnet', $2, 0, 3, now())`),
  deadJob: statement(`
    INSERT INTO dead_jobs (id, kind, tenant_id, network, payload, attempts, last_error, created_at, died_at)
    SELECT 'D' || number, 'x.y', '', NULL, '{}', 1, 'x', now(), now() FROM generate_series(1, $1::int) AS number`),
  bankItems: statement(`
    INSERT INTO bank_items (id, network, key, kind, amount_cents, detail, state, created_at, updated_at)
    SELECT 'B' || $1 || number, $1, 'k' || number, 'x', 150, 'x', 'open', now(), now()
      FROM generate_series(1, $2::int) AS number`),
};

test("transfers and pending items of a workspace are counted", async () => {
  await addToken(api, { issuer: client.accountId, valueType: "MOVE", chains: ["base"] });
  const anna = await addAddress(api, { accountId: client.accountId });
  const destination = { address_id: anna, value_type: "MOVE", transfer_type: "base" };
  expect((await post(api, { client }, "mints", { amount: "5", destination })).status).toBe(201);
  const { body } = await member.get(base());
  expect(body.token_transactions).toEqual({
    recent: [{ status: "pending", count: 1 }],
    pending_now: 1,
    is_complete: true,
  });
  expect(body.first_steps).toMatchObject({ has_address: true, has_token: true, has_transfer: true });
  await api.database.run(rows.verification, [client.accountId, "documents_required"]);
  await api.database.run(rows.endpointQueue, [client.accountId, "S1"]);
  const { waiting } = (await member.get(base())).body;
  // All of it: sanctions holds are not shown here.
  expect(waiting).toEqual({
    limit: expect.any(Number),
    accounts_awaiting_documents: 1,
    accounts_in_review: 0,
    payments_unmatched: 0,
    webhooks_failing: 1,
  });
});

test("operators see pending items across tenants, counted by network up to a limit", async () => {
  const operator = await createUser(api, { operatorRole: "read_only", clock });
  const other = await api.createClient();
  await api.database.run(rows.verification, [other.accountId, "in_review"]);
  await api.database.run(rows.endpointQueue, [other.accountId, "S2"]);
  await api.database.run(rows.deadJob, [1_002]);
  const { body } = await operator.get("/console/api/overview");
  const queue = (name: string) => body.queues.find((each: { name: string }) => each.name === name);
  expect(queue("reviews")).toMatchObject({ count: 1, testnet: 1, mainnet: 0, is_more: false });
  expect(queue("failing_webhooks")).toMatchObject({ count: 2, testnet: 2, oldest_at: expect.any(String) });
  expect(queue("dead_jobs")).toMatchObject({ count: 1_000, is_more: true, testnet: 0 });
  expect(queue("suspense")).toMatchObject({ count: 0, oldest_at: null });
  expect(body).toMatchObject({ reconciliation: null, ledger: null, audit: null });
  expect((await member.get("/console/api/overview")).body.code).toBe("not_permitted");
});

test("money of testnet is not added to that of mainnet, and a sum of a part is marked", async () => {
  const operator = await createUser(api, { operatorRole: "read_only", clock });
  const bankItems = async () =>
    (await operator.get("/console/api/overview")).body.queues.find(
      ({ name }: { name: string }) => name === "bank_items",
    );
  expect(await bankItems()).toMatchObject({ testnet_amount: null, mainnet_amount: null });
  await api.database.run(rows.bankItems, ["mainnet", 2]);
  await api.database.run(rows.bankItems, ["testnet", 3]);
  expect(await bankItems()).toMatchObject({ testnet_amount: "4.50", mainnet_amount: "3.00", is_more: false });
  await api.database.run(statement("DELETE FROM bank_items"));
  await api.database.run(rows.bankItems, ["mainnet", 1_002]);
  expect(await bankItems()).toMatchObject({ testnet_amount: null, mainnet_amount: "1501.50", is_more: true });
});
