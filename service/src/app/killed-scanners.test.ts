import { describe, expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { openTenant } from "../../test/chain-tenant.ts";
import { openChainWorld, turns, untilSo, worldChains } from "../../test/chain-world.ts";
import { doom, workToDeath } from "../../test/doom.ts";
import { scanCheckpoints } from "../chains/deposits/scan-deposits.ts";

const million = 1_000_000n;

describe.each(worldChains)("%s", (chain) => {
  test("a scanner that is killed at any point credits each deposit once", async () => {
    await using world = await openChainWorld(chain);
    const tenant = await openTenant(world);
    const { anna, contract } = tenant;
    const outsider = await world.node.newOutsider(contract);
    await tenant.mint(anna, "1");
    await tenant.mint(await tenant.addExternal(outsider.address), "100");
    await world.finish();
    let expected = million;
    for (const point of scanCheckpoints) {
      for (const visit of [1, 2, 3]) {
        await outsider.pay(anna.address, million);
        expected += million;
        const doomed = doom(point, visit);
        await workToDeath(world.scanner({ checkpoint: doomed.checkpoint }), doomed);
        await untilSo(async () => {
          await turns(world.scanner());
          expect(await world.chain.balances(contract, [anna.address])).toEqual([expected]);
          await expectBooksAreChain(world, [tenant], [outsider.address]);
        });
      }
    }
  }, 150_000);
});
