import { describe, expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { openTenant, type Plural, type Tenant } from "../../test/chain-tenant.ts";
import { type ChainWorld, openChainWorld, worldChains } from "../../test/chain-world.ts";
import { type Doom, doom, workToDeath } from "../../test/doom.ts";
import { checkpoints } from "../chains/work/engine-deps.ts";

interface Move {
  readonly plural: Plural;
  readonly id: string;
}

/** A mint, and transfers of what was there before. */
async function moveSome({ mint, transfer, anna, bert }: Tenant): Promise<readonly Move[]> {
  const ids = await Promise.all([mint(anna, "7"), transfer(anna, bert, "3"), transfer(bert, anna, "2")]);
  return ids.map((id, place) => ({ plural: place === 0 ? "mints" : "transfers", id }));
}

/** One engine is killed while moves are under way, and another goes on; answers the moves. */
async function killAndGoOn(world: ChainWorld, tenant: Tenant, doomed: Doom): Promise<readonly Move[]> {
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
  return moves;
}

describe.each(worldChains)("%s", (chain) => {
  test("an engine that is killed at any point mints nothing twice and loses no transfer", async () => {
    await using world = await openChainWorld(chain);
    const tenant = await openTenant(world);
    await Promise.all([tenant.mint(tenant.anna, "100"), tenant.mint(tenant.bert, "100")]);
    await world.finish();
    let minted = 200n;
    for (const point of checkpoints) {
      for (const visit of [1, 2]) {
        const moves = await killAndGoOn(world, tenant, doom(point, visit));
        minted += 7n * BigInt(moves.filter(({ plural }) => plural === "mints").length);
        expect(await world.chain.supply(tenant.contract)).toBe(minted * 1_000_000n);
      }
      await expectBooksAreChain(world, [tenant]);
    }
  }, 150_000);
});
