import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import { eventually } from "../../test/eventually.ts";
import { createPausingDatabase, type PausingDatabase } from "../../test/pausing-database.ts";
import { seedOf, sizeOf } from "../../test/scale.ts";
import { addAddress } from "../../test/token-holders.ts";
import { send, startTransferApi, type TransferApi } from "../../test/transfer-environment.ts";
import { addTestTokens, type Fixture, openFixture } from "../../test/transfer-fixture.ts";
import { unaudited } from "../../test/unaudited.ts";
import { findAddress } from "../addresses/index.ts";
import { insertRule, removeStoredRule } from "../approvals/index.ts";
import type { Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { createIdFactory, type TenantId } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { freezeAddress } from "../tokens/index.ts";
import { setLimit } from "./index.ts";
import { deleteLimit } from "./limits/store.ts";

const seed = seedOf("FACTS_SEED");
const numRuns = sizeOf("FACTS_RUNS", { usual: 20, long: 400 });
const timeLimitMs = 600_000;
const newId = createIdFactory(systemClock);

let api: TransferApi;
let pausing: PausingDatabase;
let fixture: Fixture;
let tenantId: TenantId;

beforeAll(async () => {
  api = await startTransferApi({
    environment: { RATE_LIMIT: "off" },
    wrapDatabase: (database) => {
      pausing = createPausingDatabase(database);
      return pausing.database;
    },
  });
  fixture = await openFixture(api, await addTestTokens(api));
  await fixture.fund(fixture.anna, "FUSD", 10_000n);
  tenantId = fixture.client.accountId as string as TenantId;
});

afterAll(() => api.stop());

/** Makes a transfer to the address impossible, and returns how to make transfers possible again. */
type Change = (tx: Transaction, destination: string) => Promise<(tx: Transaction) => unknown>;

const changes: Readonly<Record<string, Change>> = {
  freeze: async (tx, destination) => {
    const address = await findAddress(tx, { tenantId, network: "testnet", addressId: destination });
    if (address?.medium !== "chain") throw new Error("the destination is on a chain");
    await freezeAddress(api.deps, tx, {
      network: "testnet",
      valueType: "FUSD",
      chain: "base",
      address: address.onChainAddress,
      reason: "court order",
      cause: testCause,
    });
    return () => undefined;
  },
  limit: async (tx) => {
    const { id } = await setLimit(api.deps, tx, {
      cause: testCause,
      managingAccountId: fixture.client.accountId,
      network: "testnet",
      accountId: undefined,
      transferType: undefined,
      perTransferCents: 1n,
      dailyCents: undefined,
    });
    return (undo) => deleteLimit(unaudited(undo), { tenantId, id });
  },
  rule: async (tx) => {
    const rule = ruleFor("transfer");
    insertRule.later(unaudited(tx), rule);
    return (undo) => removeStoredRule(unaudited(undo), rule, systemClock.now());
  },
};

function ruleFor(operation: "transfer" | "external_address") {
  return {
    id: newId<"approval-rule">(),
    setBy: "tenant",
    tenantId,
    operation,
    network: "testnet",
    asset: undefined,
    aboveCents: undefined,
    requesterRole: undefined,
    approvals: 1,
    approverRoles: ["admin"],
    createdAt: systemClock.now(),
  } as const;
}

/** A change that is committed while a transfer is before this statement; the status of its response. */
async function createWhile(change: Change, beforeStatement: number) {
  const { accountId } = fixture.client;
  const destination = await addAddress(api, { accountId });
  let undo: ((tx: Transaction) => unknown) | undefined;
  const paused = pausing.pauseNext({
    beforeStatement,
    meanwhile: async () => {
      undo = await api.deps.database.transaction((tx) => change(tx, destination));
    },
  });
  const response = await fixture.post("/transfers", {
    amount: { value: "1.00", currency: "USD" },
    source: fixture.on(fixture.anna),
    destination: fixture.on(destination),
  });
  const statements = await paused;
  await api.deps.database.transaction(async (tx) => {
    await undo?.(tx);
  });
  return { status: response.status, statements };
}

const beforeCommit = 10_000;

test.each(Object.keys(changes))(
  "no transfer is committed after a %s that was committed before its commit",
  async (name) => {
    const change = changes[name] as Change;
    const { status, statements } = await createWhile(change, beforeCommit);
    expect(statements).toBeGreaterThan(10);
    expect(status).not.toBe(201);
    expect((await createWhile(async () => () => undefined, beforeCommit)).status).toBe(201);
  },
);

test(
  `a change that is committed before any statement of a transfer is seen (seed ${seed})`,
  async () => {
    const { statements } = await createWhile(async () => () => undefined, beforeCommit);
    const interleaving = fc.record({
      name: fc.constantFrom(...Object.keys(changes)),
      beforeStatement: fc.nat({ max: statements }),
    });
    await fc.assert(
      fc.asyncProperty(interleaving, async ({ name, beforeStatement }) => {
        const { status } = await createWhile(changes[name] as Change, beforeStatement);
        expect(status).not.toBe(201);
      }),
      { numRuns, seed },
    );
  },
  timeLimitMs,
);

test("a request without a key waits for approval if its rule was committed before its commit", async () => {
  const { database } = api.deps;
  const addressId = await addAddress(api, { accountId: fixture.client.accountId, kind: "external" });
  const rule = ruleFor("external_address");
  const requests: ReturnType<typeof send>[] = [];
  await database.transaction(async (tx) => {
    await tx.run(lockAddress, [tenantId, addressId]);
    requests.push(
      send(api, { client: fixture.client }, "PATCH", `/addresses/${addressId}`, { name: "Renamed" }),
    );
    await eventually(async () => expect(await database.rows(waiting)).toHaveLength(1));
    await database.transaction(async (other) => insertRule.later(unaudited(other), rule));
  });
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([202]);
  await database.transaction((tx) => removeStoredRule(unaudited(tx), rule, systemClock.now()));
});

const lockAddress = statement("SELECT 1 FROM addresses WHERE tenant_id = $1 AND id = $2 FOR UPDATE");
const waiting = statement(
  "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
);
