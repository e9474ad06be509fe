import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { type BaseNode, startBaseNode } from "../../test/chain-nodes/base-node.ts";
import { quickPatience } from "../../test/chain-parts.ts";
import { openTenant, type Tenant } from "../../test/chain-tenant.ts";
import { type ChainVictim, startChainVictim } from "../../test/chain-victim.ts";
import { type ChainWorld, openWorldOn } from "../../test/chain-world.ts";
import { statement } from "../db/statement.ts";
import { systemRandom } from "../kernel/random.ts";

const kills = 5;
const freezes = 8;
const mostFreezes = 100;
const longestLifeMs = 300;
const leaseMs = 200;

let world: ChainWorld<BaseNode>;
let tenant: Tenant;

beforeAll(async () => {
  world = await openWorldOn("base", await startBaseNode());
  tenant = await openTenant(world);
  await tenant.mint(tenant.anna, "10000");
  await world.finish();
}, 60_000);

afterAll(() => world.close());

function startVictim(): Promise<ChainVictim> {
  return startChainVictim({
    target: world.api.testDatabase.target,
    masterKey: world.masterKey.toString("hex"),
    nodeUrl: world.node.local.url,
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
/** How often the work has changed hands. */
const epoch = async (): Promise<bigint> =>
  (await world.database.first<{ readonly epoch: bigint }>(selectEpoch))?.epoch ?? 0n;

async function expectEachOnce(ids: readonly string[]): Promise<void> {
  await world.finish(world.engine({ leaseMs: 10_000 }));
  for (const id of ids) expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
  await expectBooksAreChain(world, [tenant]);
}

test("processes that are killed at any moment do each transfer once", async () => {
  const ids: string[] = [];
  let busyDeaths = 0;
  let next = startVictim();
  for (let kill = 1; kill <= kills; kill += 1) {
    const victim = await next;
    // The one after it loads meanwhile.
    if (kill < kills) next = startVictim();
    ids.push(...(await transferSome(10)));
    victim.work();
    await aMoment();
    await victim.kill();
    busyDeaths += (await world.openWork()).length > 0 ? 1 : 0;
  }
  expect(busyDeaths).toBeGreaterThan(0);
  await expectEachOnce(ids);
}, 120_000);

test("processes that stand still until others have taken over do each transfer once when they go on", async () => {
  const victims = await Promise.all([startVictim(), startVictim()]);
  for (const victim of victims) victim.work();
  const before = await epoch();
  const ids: string[] = [];
  const hasChangedHands = async (): Promise<boolean> => (await epoch()) > before + 1n;
  // Whoever is frozen need not have the lease, so it goes on until others have taken over.
  for (let freeze = 0; freeze < freezes || !(await hasChangedHands()); freeze += 1) {
    expect(freeze).toBeLessThan(mostFreezes);
    const frozen = victims[freeze % victims.length];
    ids.push(...(await transferSome(4)));
    await aMoment();
    frozen?.freeze();
    // For longer than its lease, in the middle of whatever it does.
    await sleep(2 * leaseMs);
    frozen?.thaw();
  }
  await Promise.all(victims.map((victim) => victim.kill()));
  await expectEachOnce(ids);
}, 120_000);
