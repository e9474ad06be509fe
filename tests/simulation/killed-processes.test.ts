import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { expectBooksAreChain } from "../../service/test/books-and-chain.ts";
import { type ChainEnvironment, openEnvironmentOn, untilSo } from "../../service/test/chain-environment.ts";
import { type BaseNode, startBaseNode } from "../../service/test/chain-nodes/base-node.ts";
import { quickPatience } from "../../service/test/chain-parts.ts";
import {
  type ChainProcessUnderTest,
  startChainProcessUnderTest,
} from "../../service/test/chain-process-under-test.ts";
import { openTenant, type Tenant } from "../../service/test/chain-tenant.ts";
import { sizeOf } from "../../service/test/scale.ts";

const kills = sizeOf("PROCESS_KILLS", { usual: 2, long: 12 });
const freezes = sizeOf("PROCESS_FREEZES", { usual: 2, long: 8 });
const maxFreezes = 100;
const leaseMs = 200;

let env: ChainEnvironment<BaseNode>;
let tenant: Tenant;

beforeAll(async () => {
  env = await openEnvironmentOn("base", await startBaseNode());
  tenant = await openTenant(env);
  await tenant.mint(tenant.anna, "10000");
  await env.finish();
});

afterAll(() => env.close());

function startProcessUnderTest(): Promise<ChainProcessUnderTest> {
  return startChainProcessUnderTest({
    target: env.api.testDatabase.target,
    masterKey: env.masterKey.toString("hex"),
    nodeUrl: env.node.local.url,
    patience: quickPatience,
    leaseMs,
  });
}

function transferSome(count: number): Promise<readonly string[]> {
  const { anna, bert, transfer } = tenant;
  return Promise.all(Array.from({ length: count }, (_, place) => transfer(anna, bert, `${place + 1}`)));
}

const selectSubmission = statement("SELECT work_id FROM chain_submissions WHERE state = $1 LIMIT 1");

/** Resolves when a transaction is in this state, or all work is done. */
async function untilTransactionIs(state: KillState): Promise<void> {
  await untilSo(async () => {
    const isReached = (await env.database.first(selectSubmission, [state])) !== undefined;
    expect(isReached || (await env.openWork()).length === 0).toBe(true);
  });
}

/** A transaction cannot leave the first of these states without a block. */
const killStates = ["sent", "included"] as const;
type KillState = (typeof killStates)[number];

interface Lease {
  /** How often the lease has changed holders. */
  readonly epoch: bigint;
  readonly expiresAt: number;
}
const selectLease = statement<Lease>(`SELECT epoch, expires_at FROM leases WHERE task LIKE 'work/%'`);

async function lease(): Promise<Lease> {
  return (await env.database.first(selectLease)) ?? { epoch: 0n, expiresAt: 0 };
}

const selectBlocked = statement(`
  SELECT pid FROM pg_stat_activity
   WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0 LIMIT 1`);

/**
 * The other process has the lease: it has taken it over, or it had it already and has extended it. Or it is blocked by
 * a transaction of the suspended process, and cannot continue before that process does.
 */
async function untilOtherWorksOrIsBlocked(): Promise<void> {
  const before = await lease();
  await untilSo(async () => {
    const hasChanged = !isDeepStrictEqual(await lease(), before);
    expect(hasChanged || (await env.database.first(selectBlocked)) !== undefined).toBe(true);
  });
}

async function expectEachOnce(ids: readonly string[]): Promise<void> {
  await env.finish(env.engine({ leaseMs: 10_000 }));
  for (const id of ids) expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
  await expectBooksAreChain(env, [tenant]);
}

test("processes that are killed at any moment execute each transfer once", async () => {
  const ids: string[] = [];
  let busyDeaths = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const processUnderTest = await startProcessUnderTest();
    ids.push(...(await transferSome(10)));
    const state = killStates[kill % killStates.length] ?? "sent";
    await env.node.setMoving(state !== "sent");
    processUnderTest.work();
    await untilTransactionIs(state);
    await processUnderTest.kill();
    busyDeaths += (await env.openWork()).length > 0 ? 1 : 0;
  }
  await env.node.setMoving(true);
  expect(busyDeaths).toBeGreaterThanOrEqual(kills / killStates.length);
  await expectEachOnce(ids);
});

test("processes that are suspended until others take over execute each transfer once when they resume", async () => {
  const processesUnderTest = await Promise.all([startProcessUnderTest(), startProcessUnderTest()]);
  for (const processUnderTest of processesUnderTest) processUnderTest.work();
  const before = (await lease()).epoch;
  const ids: string[] = [];
  const hasChangedHands = async (): Promise<boolean> => (await lease()).epoch > before + 1n;
  // The suspended process may not hold the lease, so repeat until others have taken over.
  for (let freeze = 0; freeze < freezes || !(await hasChangedHands()); freeze += 1) {
    expect(freeze).toBeLessThan(maxFreezes);
    const frozen = processesUnderTest[freeze % processesUnderTest.length];
    ids.push(...(await transferSome(4)));
    await untilTransactionIs(killStates[freeze % killStates.length] ?? "sent");
    frozen?.freeze();
    await untilOtherWorksOrIsBlocked();
    frozen?.thaw();
  }
  await Promise.all(processesUnderTest.map((processUnderTest) => processUnderTest.kill()));
  await expectEachOnce(ids);
});
