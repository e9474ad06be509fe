import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { openTenant, type Tenant } from "../../test/chain-tenant.ts";
import { type ChainVictim, startChainVictim } from "../../test/chain-victim.ts";
import { type ChainWorld, openChainWorld } from "../../test/chain-world.ts";

const kills = 10;
const transfersEach = 5;
const longestLifeMs = 150;

function startVictim(world: ChainWorld): Promise<ChainVictim> {
  const { environment, masterKey, api } = world;
  return startChainVictim({
    target: api.testDatabase.target,
    masterKey: masterKey.toString("hex"),
    environment,
    chainName: "base",
  });
}

/** More transfers, done by a process that lives for a moment; answers whether it died in the middle of them. */
async function liveAndDie(world: ChainWorld, tenant: Tenant, victim: ChainVictim) {
  const { anna, bert } = tenant;
  const ids = await Promise.all(
    Array.from({ length: transfersEach }, (_, place) => tenant.transfer(anna, bert, `${place + 1}`)),
  );
  victim.work();
  await sleep(Math.random() * longestLifeMs);
  await victim.kill();
  return { ids, wasBusy: (await world.openWork()).length > 0 };
}

test("processes that are killed at any moment do each transfer once", async () => {
  await using world = await openChainWorld("base");
  const tenant = await openTenant(world);
  await tenant.mint(tenant.anna, "1000");
  await world.finish();
  const ids: string[] = [];
  let busyDeaths = 0;
  let next = startVictim(world);
  for (let kill = 1; kill <= kills; kill += 1) {
    const victim = await next;
    // The one after loads meanwhile.
    if (kill < kills) next = startVictim(world);
    const death = await liveAndDie(world, tenant, victim);
    ids.push(...death.ids);
    busyDeaths += death.wasBusy ? 1 : 0;
  }
  expect(busyDeaths).toBeGreaterThan(0);
  const last = world.engine({ leaseMs: 10_000 });
  await world.finish(last);
  for (const id of ids) expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
  await expectBooksAreChain(world, [tenant]);
}, 120_000);
