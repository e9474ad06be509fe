import { describe, expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { openTenant, type Tenant } from "../../test/chain-tenant.ts";
import { KilledError } from "../../test/chain-work.ts";
import { type ChainWorld, openChainWorld, turns, untilSo, worldChains } from "../../test/chain-world.ts";
import { scanCheckpoints } from "../chains/deposits/scan-deposits.ts";
import { checkpoints } from "../chains/work/engine-deps.ts";

/** A worker that goes no further when it comes to the point for the given time. */
function doom<Point extends string>(point: Point, visit: number) {
  let visits = 0;
  return {
    isDead: () => visits >= visit,
    checkpoint: (reached: Point): Promise<void> => {
      if (reached === point) visits += 1;
      return visits >= visit ? Promise.reject(new KilledError(point)) : Promise.resolve();
    },
  };
}

type Doom = ReturnType<typeof doom>;

/** Turns until it is dead; that it dies is part of the promise. */
async function workToDeath(worker: Parameters<typeof turns>[0], { isDead }: Doom): Promise<void> {
  await untilSo(async () => {
    await turns(worker).catch((error: unknown) => expect(error).toBeInstanceOf(KilledError));
    expect(isDead()).toBe(true);
  });
}

/** A mint, and transfers of what was there before. */
async function moveSome({ mint, transfer, anna, bert }: Tenant): Promise<readonly string[]> {
  const [minted, ...moved] = await Promise.all([
    mint(anna, "7"),
    transfer(anna, bert, "3"),
    transfer(bert, anna, "2"),
  ]);
  return [minted, ...moved];
}

async function expectComplete(tenant: Tenant, [minted = "", ...moved]: readonly string[]): Promise<void> {
  expect(await tenant.show("mints", minted)).toMatchObject({ status: "complete" });
  for (const id of moved) expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
}

async function killEngineAt(world: ChainWorld, tenant: Tenant, doomed: Doom): Promise<void> {
  const ids = await moveSome(tenant);
  await workToDeath(world.engine({ checkpoint: doomed.checkpoint }), doomed);
  await world.finish();
  await expectComplete(tenant, ids);
  await expectBooksAreChain(world, [tenant]);
}

describe.each(worldChains)("%s", (chain) => {
  test("an engine that is killed at any point mints nothing twice and loses no transfer", async () => {
    await using world = await openChainWorld(chain);
    const tenant = await openTenant(world);
    await Promise.all([tenant.mint(tenant.anna, "100"), tenant.mint(tenant.bert, "100")]);
    await world.finish();
    for (const point of checkpoints) await killEngineAt(world, tenant, doom(point, 1));
    // And where it comes again after it has done something.
    for (const point of ["looked", "noted", "settling"] as const) {
      await killEngineAt(world, tenant, doom(point, 2));
    }
    const minted = 200n + 7n * BigInt(checkpoints.length + 3);
    expect(await world.chain.supply(tenant.contract)).toBe(minted * 1_000_000n);
  }, 120_000);

  test("a scanner that is killed at any point credits each deposit once", async () => {
    await using world = await openChainWorld(chain);
    const tenant = await openTenant(world);
    const outsider = await world.node.newOutsider(tenant.contract);
    await tenant.mint(tenant.anna, "1");
    await tenant.mint(await tenant.addExternal(outsider.address), "100");
    await world.finish();
    for (const point of scanCheckpoints) {
      for (const visit of [1, 2, 3]) {
        await outsider.pay(tenant.anna.address, 1_000_000n);
        const doomed = doom(point, visit);
        await workToDeath(world.scanner({ checkpoint: doomed.checkpoint }), doomed);
        await untilSo(async () => {
          await turns(world.scanner());
          await expectBooksAreChain(world, [tenant], [outsider.address]);
        });
      }
    }
    const [held] = await world.chain.balances(tenant.contract, [tenant.anna.address]);
    expect(held).toBe(10_000_000n);
  }, 120_000);
});
