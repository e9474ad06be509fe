import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { seedOf, sizeOf } from "../../../test/scale.ts";
import { addAddress, addToken } from "../../../test/token-holders.ts";
import { record } from "../../../test/tokens.ts";
import { frozen, send, startTransferApi, type TransferApi } from "../../../test/transfer-environment.ts";
import { createIdFactory, tenantOf } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { readUsage, showLimits } from "./usage.ts";
import { deleteUsage } from "./usage-store.ts";

const seed = seedOf("LIMITS_SEED");
const numRuns = sizeOf("LIMITS_RUNS", { usual: 3, long: 60 });
const timeLimitMs = 600_000;
const newId = createIdFactory(systemClock);

let api: TransferApi;
let admin: TestUser;

beforeAll(async () => {
  api = await startTransferApi({ environment: { RATE_LIMIT: "off" } });
  admin = await createUser(api, { operatorRole: "admin" });
});

afterAll(() => api.stop());

interface Environment {
  readonly client: TestClient;
  readonly valueType: string;
  readonly wallet: string;
  readonly outside: string;
  readonly bank: string;
}

let environments = 0;

/** A tenant with more of everything than the limits allow it to move. */
async function openEnvironment(): Promise<Environment> {
  const client = await api.createClient({ selfAttested: true });
  const { accountId } = client;
  environments += 1;
  const valueType = `LIMIT${environments}`;
  const { id } = await addToken(api, { issuer: accountId, valueType });
  const wallet = await addAddress(api, { accountId });
  const outside = await addAddress(api, { accountId, kind: "external" });
  const bank = await api.addBank(client);
  const token = { chain: "base", asset: { code: valueType, scale: 6 } } as const;
  const units = 10n ** 12n;
  await record(api.database, accountId, [
    {
      type: "post",
      key: "test/wallet",
      postings: [
        { account: { ...token, kind: "supply", owner: id }, units: -units },
        { account: { ...token, kind: "wallet", owner: wallet }, units },
      ],
    },
    {
      type: "post",
      key: "test/treasury",
      postings: [
        { account: { kind: "external", asset: usd }, units: -units },
        { account: { kind: "treasury", asset: usd }, units },
      ],
    },
  ]);
  return { client, valueType, wallet, outside, bank };
}

const operations = ["transfer", "token_transfer", "token_mint", "token_burn", "treasury_withdrawal"] as const;

const someLimit = fc.record({
  scope: fc.constantFrom("all", "account", "base", "token", "dollars", "destination", ...operations),
  window: fc.constantFrom("daily", "thirty_days"),
  cents: fc.bigInt(200n, 4_000n),
});

/** Calls of one wave run in parallel, and those that fail do so during the next wave. */
const someWave = fc.array(
  fc.record({
    operation: fc.constantFrom(...operations),
    cents: fc.bigInt(1n, 500n),
    goesOutside: fc.boolean(),
    fails: fc.integer({ min: 0, max: 3 }).map((value) => value === 0),
  }),
  { minLength: 15, maxLength: 30 },
);
type Call = (typeof someWave extends fc.Arbitrary<infer Calls> ? Calls : never)[number];

test(
  `no sequence of parallel calls moves more than a limit allows (LIMITS_SEED=${seed} LIMITS_RUNS=${numRuns})`,
  async () => {
    const counts = { accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(someLimit, { minLength: 1, maxLength: 4 }),
        fc.array(someWave, { minLength: 2, maxLength: 3 }),
        async (limits, waves) => {
          const env = await openEnvironment();
          for (const limit of limits) await setLimit(env, limit);
          let failing: readonly string[] = [];
          for (const wave of waves) {
            const [responses] = await Promise.all([
              Promise.all(wave.map((call) => request(env, call))),
              Promise.all(failing.map((id) => api.settle(id, frozen))),
            ]);
            for (const { status, body } of responses) {
              if (status !== 201)
                expect({ status, code: body.code }).toEqual({ status: 422, code: "limit_exceeded" });
              counts[status === 201 ? "accepted" : "refused"] += 1;
            }
            failing = wave.flatMap(({ operation, fails }, index) => {
              const { status, body } = responses[index] ?? {};
              return fails && status === 201 && operation !== "treasury_withdrawal" ? [body.id] : [];
            });
            await expectWithinLimits(env);
          }
        },
      ),
      { seed, numRuns, endOnFailure: true },
    );
    expect(counts.accepted).toBeGreaterThan(numRuns);
    expect(counts.refused).toBeGreaterThan(numRuns);
  },
  timeLimitMs,
);

async function setLimit(
  { client: { accountId }, valueType, outside }: Environment,
  { scope, window, cents }: { readonly scope: string; readonly window: string; readonly cents: bigint },
): Promise<void> {
  const scopes: Readonly<Record<string, object>> = {
    all: {},
    account: { account_id: accountId },
    base: { transfer_type: "base" },
    token: { asset: valueType },
    dollars: { asset: "USD" },
    destination: { destination_address_id: outside },
  };
  const body = { network: "testnet", ...(scopes[scope] ?? { operation: scope }), [window]: dollarsOf(cents) };
  expect((await admin.put(`/console/api/limits/${accountId}`, body)).status).toBe(200);
}

function request(env: Environment, { operation, cents, goesOutside }: Call) {
  const { client, valueType, wallet, outside, bank } = env;
  const end = (address_id: string) => ({ address_id, value_type: valueType, transfer_type: "base" });
  const [amount, source, destination] = [dollarsOf(cents), end(wallet), end(outside)];
  const post = (path: string, body: object) => send(api, { client }, "POST", path, body);
  switch (operation) {
    case "transfer":
      return post("/transfers", { amount: { value: amount, currency: valueType }, source, destination });
    case "token_transfer":
      return post("/tokens/transfers", { amount, source, destination });
    case "token_mint":
      return post("/tokens/mints", { amount, destination: goesOutside ? destination : source });
    case "token_burn":
      return post("/tokens/burns", { amount, source });
    case "treasury_withdrawal":
      return admin.post(`/console/api/treasury/${client.accountId}/testnet/withdrawals`, {
        id: newId(),
        address_id: bank,
        transfer_type: "wire",
        amount,
      });
  }
}

/** Counts what was moved a second time, from the transfers and withdrawals themselves. */
async function expectWithinLimits({ client }: Environment): Promise<void> {
  const tenantId = tenantOf(client.accountId);
  const now = systemClock.now();
  const limits = await showLimits({}, api.database, tenantId, now);
  const moved = await api.database.transaction(async (tx) => {
    const undo = await tx.savepoint();
    await deleteUsage(tx, { tenantId });
    const usage = await readUsage(tx, tenantId, limits, now);
    await undo();
    return usage;
  });
  for (const { id, used, dailyCents, thirtyDayCents } of limits) {
    expect(used).toEqual(moved.get(id));
    if (dailyCents !== undefined) expect(used.todayCents <= dailyCents).toBe(true);
    if (thirtyDayCents !== undefined) expect(used.thirtyDayCents <= thirtyDayCents).toBe(true);
  }
}

function dollarsOf(cents: bigint): string {
  return formatAmount({ units: cents, asset: usd });
}
