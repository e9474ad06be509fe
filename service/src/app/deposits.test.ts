import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import type { Outsider } from "../../test/chain-nodes/chain-node.ts";
import { openTenant, type Tenant } from "../../test/chain-tenant.ts";
import { type ChainWorld, openChainWorld, turns, untilSo, worldChains } from "../../test/chain-world.ts";
import { addAddress } from "../../test/token-holders.ts";
import { booksOf } from "../../test/token-movements.ts";
import { eventTypesOf } from "../../test/tokens.ts";
import { testCause } from "../../test/auth.ts";
import { releaseDeposit } from "../tokens/deposits/release-deposit.ts";
import { selectHeldDeposits } from "../tokens/deposits/store.ts";

const million = 1_000_000n;

describe.each(worldChains)("%s", (chain) => {
  let world: ChainWorld;
  let one: Tenant;
  let two: Tenant;
  let outsiders: readonly Outsider[];

  beforeAll(async () => {
    world = await openChainWorld(chain);
    one = await openTenant(world);
    two = await openTenant(world);
    outsiders = [
      await world.node.newOutsider(one.contract),
      await world.node.newOutsider(one.contract),
      await world.node.newOutsider(one.contract),
    ];
    // Everybody has some, so that every chain lets everybody receive; the second tenant gets its first from outside.
    for (const holder of [one.anna, one.bert]) await one.mint(holder, "50");
    for (const { address } of outsiders) await one.mint(await one.addExternal(address), "100");
    const twoAnna = await addAddress(world.api, {
      accountId: one.client.accountId,
      chains: [chain],
      kind: "external",
      text: two.anna.address,
    });
    await world.finish();
    toTwo = { id: twoAnna, address: two.anna.address };
  }, 60_000);

  // As if it had been somebody else's when it was added.
  let toTwo: { readonly id: string; readonly address: string };

  afterAll(() => world.close());

  const walletOf = async ({ client }: Tenant, { id }: { readonly id: string }): Promise<bigint> => {
    const books = await booksOf(world.database, client.accountId);
    return books[`wallet/${id}/${chain}/${one.valueType}`]?.posted ?? 0n;
  };

  /** A new scanner each time, as after a restart. */
  const scanUntil = (check: () => Promise<void>): Promise<void> =>
    untilSo(async () => {
      await turns(world.scanner());
      await check();
    });

  const expectAllEqual = (): Promise<void> =>
    expectBooksAreChain(
      world,
      [one, two],
      outsiders.map(({ address }) => address),
    );
});
