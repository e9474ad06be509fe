import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { type BaseNode, startBaseNode } from "../../test/chain-nodes/base-node.ts";
import { quickPatience } from "../../test/chain-parts.ts";
import { openTenant, type Tenant } from "../../test/chain-tenant.ts";
import { type ChainVictim, startChainVictim } from "../../test/chain-victim.ts";
import { type ChainWorld, openWorldOn } from "../../test/chain-world.ts";

const kills = 10;
const transfersEach = 5;
const longestLifeMs = 300;

function startVictim(world: ChainWorld<BaseNode>): Promise<ChainVictim> {
  return startChainVictim({
    target: world.api.testDatabase.target,
    masterKey: world.masterKey.toString("hex"),
    nodeUrl: world.node.local.url,
    patience: quickPatience,
  });
}

/** More transfers, done by a process that lives for a moment; answers whether it died in the middle of them. */
async function liveAndDie(world: ChainWorld<BaseNode>, tenant: Tenant, victim: ChainVictim) {
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
  await using world = await openWorldOn("base", await startBaseNode());
  const tenant = await openTenant(world);
  await tenant.mint(tenant.anna, "1000");
  await world.finish();
  const ids: string[] = [];
  let busyDeaths = 0;
  let next = startVictim(world);
  for (let kill = 1; kill <= kills; kill += 1) {
    const victim = await next; console.log("victim", kill, performance.now());
    // The one after loads meanwhile.
    if (kill < kills) next = startVictim(world);
    const death = await liveAndDie(world, tenant, victim);
    ids.push(...death.ids);
    busyDeaths += death.wasBusy ? 1 : 0;
  }
  console.log("busy", busyDeaths, performance.now());
  const last = world.engine({ leaseMs: 10_000 });
  await world.finish(last);
  for (const id of ids) expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
  await expectBooksAreChain(world, [tenant]);
}, 120_000);
