import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { type ChainEnvironment, openEnvironmentOn } from "../../test/chain-environment.ts";
import { type BaseNode, startBaseNode } from "../../test/chain-nodes/base-node.ts";
import { quickPatience } from "../../test/chain-parts.ts";
import {
  type ChainProcessUnderTest,
  startChainProcessUnderTest,
} from "../../test/chain-process-under-test.ts";
import { openTenant, type Tenant } from "../../test/chain-tenant.ts";
import { statement } from "../db/statement.ts";
import { systemRandom } from "../kernel/random.ts";

const kills = 5;
const freezes = 8;
const mostFreezes = 100;
const longestLifeMs = 300;
const leaseMs = 200;

let env: ChainEnvironment<BaseNode>;
let tenant: Tenant;

beforeAll(async () => {
  env = await openEnvironmentOn("base", await startBaseNode());
  tenant = await openTenant(env);
  await tenant.mint(tenant.anna, "10000");
  await env.finish();
}, 60_000);

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

const aMoment = (): Promise<void> => sleep(systemRandom() * longestLifeMs);

const selectEpoch = statement(`SELECT epoch FROM chain_leases WHERE task = 'work'`);
/** How often the lease has changed holders. */
const epoch = async (): Promise<bigint> =>
  (await env.database.first<{ readonly epoch: bigint }>(selectEpoch))?.epoch ?? 0n;

async function expectEachOnce(ids: readonly string[]): Promise<void> {
  await env.finish(env.engine({ leaseMs: 10_000 }));
  for (const id of ids) expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
  await expectBooksAreChain(env, [tenant]);
}

test("processes that are killed at any moment execute each transfer once", async () => {
  const ids: string[] = [];
  let busyDeaths = 0;
  let next = startProcessUnderTest();
  for (let kill = 1; kill <= kills; kill += 1) {
    const processUnderTest = await next;
    // The next process loads meanwhile.
    if (kill < kills) next = startProcessUnderTest();
    ids.push(...(await transferSome(10)));
    processUnderTest.work();
    await aMoment();
    await processUnderTest.kill();
    busyDeaths += (await env.openWork()).length > 0 ? 1 : 0;
  }
  expect(busyDeaths).toBeGreaterThan(0);
  await expectEachOnce(ids);
}, 120_000);

test("processes that are suspended until others take over execute each transfer once when they resume", async () => {
  const processesUnderTest = await Promise.all([startProcessUnderTest(), startProcessUnderTest()]);
  for (const processUnderTest of processesUnderTest) processUnderTest.work();
  const before = await epoch();
  const ids: string[] = [];
  const hasChangedHands = async (): Promise<boolean> => (await epoch()) > before + 1n;
  // The suspended process may not hold the lease, so repeat until others have taken over.
  for (let freeze = 0; freeze < freezes || !(await hasChangedHands()); freeze += 1) {
    expect(freeze).toBeLessThan(mostFreezes);
    const frozen = processesUnderTest[freeze % processesUnderTest.length];
    ids.push(...(await transferSome(4)));
    await aMoment();
    frozen?.freeze();
    // Longer than its lease, at an arbitrary point.
    await sleep(2 * leaseMs);
    frozen?.thaw();
  }
  await Promise.all(processesUnderTest.map((processUnderTest) => processUnderTest.kill()));
  await expectEachOnce(ids);
}, 120_000);
