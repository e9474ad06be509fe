import { describe, expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { openTenant, type Plural, type Tenant } from "../../test/chain-tenant.ts";
import { KilledError } from "../../test/chain-work.ts";
import { type ChainWorld, openChainWorld, turns, untilSo, worldChains } from "../../test/chain-world.ts";
import { scanCheckpoints } from "../chains/deposits/scan-deposits.ts";
import { checkpoints } from "../chains/work/engine-deps.ts";

/** A worker that goes no further when it comes to the point for the given time. */
function doom(point: string, visit: number) {
  let visits = 0;
  return {
    isDead: () => visits >= visit,
    checkpoint: (reached: string): Promise<void> => {
      if (reached === point) visits += 1;
      return visits >= visit ? Promise.reject(new KilledError(point)) : Promise.resolve();
    },
  };
}

type Doom = ReturnType<typeof doom>;

/** Turns until it is dead; that it dies is part of the promise. */
async function workToDeath(
  worker: Parameters<typeof turns>[0],
  { isDead }: Doom,
  feed: () => Promise<void>,
): Promise<void> {
  await untilSo(async () => {
    await turns(worker).catch((error: unknown) => expect(error).toBeInstanceOf(KilledError));
    if (!isDead()) await feed();
    expect(isDead()).toBe(true);
  });
}

/** A mint, and transfers of what was there before. */
async function moveSome({ mint, transfer, anna, bert }: Tenant): Promise<readonly Move[]> {
  const ids = await Promise.all([mint(anna, "7"), transfer(anna, bert, "3"), transfer(bert, anna, "2")]);
  return ids.map((id, place) => ({ plural: place === 0 ? "mints" : "transfers", id }));
}

interface Move {
  readonly plural: Plural;
  readonly id: string;
}

async function killEngineAt(world: ChainWorld, tenant: Tenant, doomed: Doom): Promise<readonly Move[]> {
  const moves = [...(await moveSome(tenant))];
  // More work comes in, so that points which work passes once are passed again.
  const feed = async (): Promise<void> => {
    if ((await world.openWork()).length === 0) moves.push(...(await moveSome(tenant)));
  };
  await workToDeath(world.engine({ checkpoint: doomed.checkpoint }), doomed, feed);
  await world.finish();
  for (const { plural, id } of moves) {
    expect(await tenant.show(plural, id)).toMatchObject({ status: "complete" });
  }
  await expectBooksAreChain(world, [tenant]);
  return moves;
}

describe.each(worldChains)("%s", (chain) => {
  test("an engine that is killed at any point mints nothing twice and loses no transfer", async () => {
    await using world = await openChainWorld(chain);
    const tenant = await openTenant(world);
    await Promise.all([tenant.mint(tenant.anna, "100"), tenant.mint(tenant.bert, "100")]);
    await world.finish();
    let mints = 0;
    for (const point of checkpoints) {
      for (const visit of [1, 2]) {
        const moves = await killEngineAt(world, tenant, doom(point, visit));
        mints += moves.filter(({ plural }) => plural === "mints").length;
      }
    }
    expect(await world.chain.supply(tenant.contract)).toBe(BigInt(200 + 7 * mints) * 1_000_000n);
  }, 120_000);

  test("a scanner that is killed at any point credits each deposit once", async () => {
    await using world = await openChainWorld(chain);
    const tenant = await openTenant(world);
    const outsider = await world.node.newOutsider(tenant.contract);
    await tenant.mint(tenant.anna, "1");
    await tenant.mint(await tenant.addExternal(outsider.address), "100");
    await world.finish();
    let expected = 1_000_000n;
    for (const point of scanCheckpoints) {
      for (const visit of [1, 2, 3]) {
        expected += 1_000_000n;
        await outsider.pay(tenant.anna.address, 1_000_000n);
        const doomed = doom(point, visit);
        await workToDeath(world.scanner({ checkpoint: doomed.checkpoint }), doomed, () => Promise.resolve());
        await untilSo(async () => {
          await turns(world.scanner());
          expect(await world.chain.balances(tenant.contract, [tenant.anna.address])).toEqual([expected]);
          await expectBooksAreChain(world, [tenant], [outsider.address]);
        });
      }
    }
  }, 120_000);
});
