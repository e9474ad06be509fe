import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { releaseDeposit } from "../../service/src/tokens/deposits/release-deposit.ts";
import { heldDeposits } from "../../service/src/tokens/deposits/store.ts";
import { testCause } from "../../service/test/auth.ts";
import { expectBooksAreChain } from "../../service/test/books-and-chain.ts";
import {
  type ChainEnvironment,
  environmentChains,
  openChainEnvironment,
  turns,
} from "../../service/test/chain-environment.ts";
import type { ExternalIssuer } from "../../service/test/chain-nodes/chain-node.ts";
import { type Holder, openTenant, type Tenant } from "../../service/test/chain-tenant.ts";
import { eventually } from "../../service/test/eventually.ts";
import { addAddress } from "../../service/test/token-holders.ts";
import { booksOf } from "../../service/test/token-movements.ts";
import { eventTypesOf } from "../../service/test/tokens.ts";

const million = 1_000_000n;
const countDeposits = statement<{ readonly count: number }>(
  `SELECT count(*)::int AS count FROM token_deposits`,
);

describe.each(environmentChains)("%s", (chain) => {
  let env: ChainEnvironment;
  let first: Tenant;
  let second: Tenant;
  let externalIssuers: readonly [ExternalIssuer, ExternalIssuer, ExternalIssuer];

  beforeAll(async () => {
    env = await openChainEnvironment(chain);
    [first, second] = [await openTenant(env), await openTenant(env)];
    const newExternalIssuer = (): Promise<ExternalIssuer> => env.node.newExternalIssuer(first.contract);
    externalIssuers = [await newExternalIssuer(), await newExternalIssuer(), await newExternalIssuer()];
    for (const holder of [first.anna, first.bert]) await first.mint(holder, "50");
    for (const { address } of externalIssuers) await first.mint(await first.addExternal(address), "100");
    await env.finish();
    await welcome(second.anna);
  });

  afterAll(() => env.close());

  async function welcome({ address }: Holder): Promise<void> {
    const { chains, database, node, signer } = env;
    const place = { network: "testnet", family: env.chain.family } as const;
    const [wallet] = await chains.wallets.find(database, place, [address]);
    const key = { role: "custody", index: wallet?.keyIndex ?? -1 } as const;
    await node.welcome({ address, key }, first.contract, signer);
  }

  async function inBooks(
    { client }: Tenant,
    { id }: Holder,
    kind: "wallet" | "suspense" = "wallet",
  ): Promise<bigint> {
    const books = await booksOf(env.database, client.accountId);
    return books[`${kind}/${id}/${chain}/${first.valueType}`]?.posted ?? 0n;
  }

  const deposits = async (): Promise<number> => (await env.database.first(countDeposits))?.count ?? 0;

  /** A new scanner for each turn, as after a restart. */
  const scanUntil = (check: () => Promise<void>): Promise<void> =>
    eventually(async () => {
      await env.scanner().turn();
      await check();
    });

  const expectAllEqual = (): Promise<void> =>
    expectBooksAreChain(
      env,
      [first, second],
      externalIssuers.map(({ address }) => address),
    );

  test("deposits in one block are each credited once, to the tenant that owns the address", async () => {
    const [before, known] = [await inBooks(first, first.anna), await deposits()];
    await env.node.setMoving(false);
    await externalIssuers[0].pay(first.anna.address, 3n * million);
    await externalIssuers[1].pay(first.anna.address, 3n * million);
    await externalIssuers[2].pay(second.anna.address, 5n * million);
    await env.node.advance(1);
    await env.scanner().turn();
    await env.node.setMoving(true);
    await scanUntil(expectAllEqual);
    expect(await inBooks(first, first.anna)).toBe(before + 6n * million);
    expect(await inBooks(second, second.anna)).toBe(5n * million);
    await env.node.advance(5);
    await turns(env.scanner());
    expect(await deposits()).toBe(known + 3);
  });

  test("a transfer between our own addresses is not a deposit", async () => {
    const known = await deposits();
    await first.transfer(first.anna, first.bert, "4");
    const engine = env.engine();
    // The scanner sees the transfer before, during and after its settlement.
    await eventually(async () => {
      await engine.turn();
      await env.scanner().turn();
      expect(await env.openWork()).toEqual([]);
    });
    await env.node.advance(5);
    await turns(env.scanner());
    expect(await deposits()).toBe(known);
    await expectAllEqual();
  });

  test("a transfer to an external address that is another tenant's custodial address is credited there", async () => {
    const before = await inBooks(second, second.anna);
    // As if the address had no owner when it was added.
    const id = await addAddress(env.api, {
      accountId: first.client.accountId,
      chains: [chain],
      kind: "external",
      text: second.anna.address,
    });
    const moved = await first.transfer(first.bert, { id, address: second.anna.address }, "6");
    await env.finish();
    expect(await first.show("transfers", moved)).toMatchObject({ status: "complete" });
    await scanUntil(expectAllEqual);
    expect(await inBooks(second, second.anna)).toBe(before + 6n * million);
  });

  test("a deposit from a sanctioned address is held in suspense and released once", async () => {
    const [before, sender] = [await inBooks(first, first.bert), externalIssuers[2]];
    await env.list(sender.address);
    await sender.pay(first.bert.address, 8n * million);
    await scanUntil(async () => expect(await inBooks(first, first.bert, "suspense")).toBe(8n * million));
    expect(await inBooks(first, first.bert)).toBe(before);
    expect(await eventTypesOf(env.database, first.client)).toContain("deposit.held");
    await expectAllEqual();

    const { items: held } = await heldDeposits.read(env.database, {}, { limit: 10 });
    expect(held).toHaveLength(1);
    const release = (): Promise<unknown> =>
      env.database.transaction((tx) =>
        releaseDeposit({ ...env.parts, ...env.outgoing }, tx, {
          id: held[0]?.id ?? "",
          reason: "known to us",
          cause: testCause,
        }),
      );
    await release();
    await expect(release()).rejects.toThrow("no held deposit with this id");
    expect(await inBooks(first, first.bert)).toBe(before + 8n * million);
    expect(await inBooks(first, first.bert, "suspense")).toBe(0n);
    await expectAllEqual();
  });
});
