import { describe, expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { openTenant } from "../../test/chain-tenant.ts";
import { openChainWorld, worldChains } from "../../test/chain-world.ts";
import { statement } from "../db/statement.ts";

const count = 500;
const selectEnds = statement(`
  SELECT state, count(*)::int AS count FROM chain_work WHERE operation ->> 'kind' = 'transfer' GROUP BY state`);
const selectMovements = statement(`
  SELECT status, count(*)::int AS count FROM token_movements WHERE kind = 'transfer' GROUP BY status`);

describe.each(worldChains)("%s", (chain) => {
  test(`${count} transfers that come at once are all done, and nothing is stuck`, async () => {
    await using world = await openChainWorld(chain);
    const tenant = await openTenant(world);
    const { anna, bert } = tenant;
    await tenant.mint(anna, `${count}`);
    // A first transfer opens what the chain needs opened for the receiver.
    await tenant.mint(bert, "1");
    await world.finish();
    await Promise.all(Array.from({ length: count }, () => tenant.transfer(anna, bert, "1")));
    await world.finish();
    expect(await world.database.rows(selectEnds)).toEqual([{ state: "done", count }]);
    expect(await world.database.rows(selectMovements)).toEqual([{ status: "complete", count }]);
    expect(world.reports.filter(({ type }) => type === "failed" || type === "rejected")).toEqual([]);
    expect(await world.chain.balances(tenant.contract, [anna.address, bert.address])).toEqual([
      0n,
      BigInt(count + 1) * 1_000_000n,
    ]);
    await expectBooksAreChain(world, [tenant]);
  }, 120_000);
});
