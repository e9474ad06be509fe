import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testCause } from "../../test/auth.ts";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import type { Outsider } from "../../test/chain-nodes/chain-node.ts";
import { type Holder, openTenant, type Tenant } from "../../test/chain-tenant.ts";
import { type ChainWorld, openChainWorld, turns, untilSo, worldChains } from "../../test/chain-world.ts";
import { addAddress } from "../../test/token-holders.ts";
import { booksOf } from "../../test/token-movements.ts";
import { eventTypesOf } from "../../test/tokens.ts";
import { statement } from "../db/statement.ts";
import { releaseDeposit } from "../tokens/deposits/release-deposit.ts";
import { selectHeldDeposits } from "../tokens/deposits/store.ts";

const million = 1_000_000n;
const countDeposits = statement(`SELECT count(*)::int AS count FROM token_deposits`);

describe.each(worldChains)("%s", (chain) => {
  let world: ChainWorld;
  let one: Tenant;
  let two: Tenant;
  let outsiders: readonly [Outsider, Outsider, Outsider];

  beforeAll(async () => {
    world = await openChainWorld(chain);
    [one, two] = [await openTenant(world), await openTenant(world)];
    const newOutsider = (): Promise<Outsider> => world.node.newOutsider(one.contract);
    outsiders = [await newOutsider(), await newOutsider(), await newOutsider()];
    for (const holder of [one.anna, one.bert]) await one.mint(holder, "50");
    for (const { address } of outsiders) await one.mint(await one.addExternal(address), "100");
    await world.finish();
    await welcome(two.anna);
  }, 60_000);

  afterAll(() => world.close());

  async function welcome({ address }: Holder): Promise<void> {
    const { chains, database, node, signer } = world;
    const place = { network: "testnet", family: world.chain.family } as const;
    const [wallet] = await chains.wallets.find(database, place, [address]);
    const key = { duty: "custody", index: wallet?.keyIndex ?? -1 } as const;
    await node.welcome({ address, key }, one.contract, signer);
  }

  async function inBooks(
    { client }: Tenant,
    { id }: Holder,
    kind: "wallet" | "suspense" = "wallet",
  ): Promise<bigint> {
    const books = await booksOf(world.database, client.accountId);
    return books[`${kind}/${id}/${chain}/${one.valueType}`]?.posted ?? 0n;
  }

  const deposits = async (): Promise<number> =>
    (await world.database.first<{ readonly count: number }>(countDeposits))?.count ?? 0;

  /** A new scanner for each look, as after a restart. */
  const scanUntil = (check: () => Promise<void>): Promise<void> =>
    untilSo(async () => {
      await world.scanner().turn();
      await check();
    });

  const expectAllEqual = (): Promise<void> =>
    expectBooksAreChain(
      world,
      [one, two],
      outsiders.map(({ address }) => address),
    );

  test("deposits of one block are credited once each, to the tenant whose address it is", async () => {
    const [before, known] = [await inBooks(one, one.anna), await deposits()];
    await world.node.setMoving(false);
    await outsiders[0].pay(one.anna.address, 3n * million);
    await outsiders[1].pay(one.anna.address, 3n * million);
    await outsiders[2].pay(two.anna.address, 5n * million);
    await world.node.advance(1);
    await world.scanner().turn();
    await world.node.setMoving(true);
    await scanUntil(expectAllEqual);
    expect(await inBooks(one, one.anna)).toBe(before + 6n * million);
    expect(await inBooks(two, two.anna)).toBe(5n * million);
    await world.node.advance(5);
    await turns(world.scanner());
    expect(await deposits()).toBe(known + 3);
  });

  test("a transfer to an address of our own is no deposit", async () => {
    const known = await deposits();
    await one.transfer(one.anna, one.bert, "4");
    const engine = world.engine();
    // The scanner sees the transfer before, while and after the engine settles it.
    await untilSo(async () => {
      await engine.turn();
      await world.scanner().turn();
      expect(await world.openWork()).toEqual([]);
    });
    await world.node.advance(5);
    await turns(world.scanner());
    expect(await deposits()).toBe(known);
    await expectAllEqual();
  });

  test("what one tenant sends outside is credited to another whose custodial address it is", async () => {
    const before = await inBooks(two, two.anna);
    // As if it had been nobody's when it was added.
    const id = await addAddress(world.api, {
      accountId: one.client.accountId,
      chains: [chain],
      kind: "external",
      text: two.anna.address,
    });
    const moved = await one.transfer(one.bert, { id, address: two.anna.address }, "6");
    await world.finish();
    expect(await one.show("transfers", moved)).toMatchObject({ status: "complete" });
    await scanUntil(expectAllEqual);
    expect(await inBooks(two, two.anna)).toBe(before + 6n * million);
  });

  test("a deposit from a listed address waits in suspense and is released once", async () => {
    const [before, sender] = [await inBooks(one, one.bert), outsiders[2]];
    await world.list(sender.address);
    await sender.pay(one.bert.address, 8n * million);
    await scanUntil(async () => expect(await inBooks(one, one.bert, "suspense")).toBe(8n * million));
    expect(await inBooks(one, one.bert)).toBe(before);
    expect(await eventTypesOf(world.database, one.client)).toContain("deposit.held");
    await expectAllEqual();

    const held = await selectHeldDeposits(world.database, { afterId: "", limit: 10 });
    expect(held).toHaveLength(1);
    const release = (): Promise<unknown> =>
      world.database.transaction((tx) =>
        releaseDeposit({ ...world.parts, ...world.outgoing }, tx, {
          id: held[0]?.id ?? "",
          reason: "known to us",
          cause: testCause,
        }),
      );
    await release();
    await expect(release()).rejects.toThrow("there is no held deposit with this id");
    expect(await inBooks(one, one.bert)).toBe(before + 8n * million);
    expect(await inBooks(one, one.bert, "suspense")).toBe(0n);
    await expectAllEqual();
  });
});
