import { describe, expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { type Holder, openTenant, type Tenant } from "../../test/chain-tenant.ts";
import { type ChainWorld, openChainWorld, untilSo, worldChains } from "../../test/chain-world.ts";
import { reconcileWorld } from "../../test/reconcile-world.ts";
import { booksOf } from "../../test/token-movements.ts";
import type { ChainOperation } from "../chains/chain.ts";
import type { KeyRef } from "../chains/signer.ts";
import { findToken } from "../tokens/index.ts";
import { mintingKeyOf } from "../tokens/token.ts";

const million = 1_000_000n;

/** Somebody with our keys does something on the chain that the service does not know of. */
async function doBehindItsBack({ chain, signer }: ChainWorld, operation: ChainOperation): Promise<void> {
  const key: KeyRef = { duty: chain.dutyOf(operation), index: 0 };
  const address = chain.addressOf(await signer.publicKey(key));
  const lane = { key, address, sequence: await chain.nextSequence({ key, address }) };
  const prepared = await chain.prepare(operation, lane);
  await chain.broadcast(prepared.bytes);
  await untilSo(async () => {
    const [status] = await chain.statuses([{ ...prepared, lane }]);
    expect(status).toMatchObject({ state: "included", isFinal: true, outcome: { ok: true } });
  });
}

async function issuerOf({ database }: ChainWorld, { valueType }: Tenant): Promise<KeyRef> {
  const token = await findToken(database, { network: "testnet", tenantId: undefined }, valueType);
  if (token === undefined) throw new Error("there is no such token");
  return mintingKeyOf(token).issuer;
}

async function keyOf({ chain, chains, database }: ChainWorld, { address }: Holder): Promise<KeyRef> {
  const place = { network: "testnet", family: chain.family } as const;
  const [wallet] = await chains.wallets.find(database, place, [address]);
  if (wallet === undefined) throw new Error("this is no wallet of ours");
  return { duty: "custody", index: wallet.keyIndex };
}

describe.each(worldChains)("%s", (chain) => {
  test("what the chain does not allow fails with its reason, and the tokens can be used again", async () => {
    await using world = await openChainWorld(chain);
    const tenant = await openTenant(world);
    const { anna, bert, contract } = tenant;
    await tenant.mint(anna, "10");
    await tenant.mint(bert, "10");
    await world.finish();
    const issuer = await issuerOf(world, tenant);
    const freezing = { contract, issuer, holder: anna.address };
    await doBehindItsBack(world, { kind: "freeze", reference: "freeze", ...freezing });

    const ids = [await tenant.transfer(anna, bert, "3"), await tenant.transfer(bert, anna, "4")];
    const burned = await tenant.burn(anna, "2");
    await world.finish();
    const shown = [...ids.map((id) => ["transfers", id] as const), ["burns", burned] as const];
    for (const [plural, id] of shown) {
      expect(await tenant.show(plural, id)).toMatchObject({
        status: "failed",
        failure: { reason: "frozen" },
      });
    }
    await expectBooksAreChain(world, [tenant]);
    const books = await booksOf(world.database, tenant.client.accountId);
    expect(books[`wallet/${anna.id}/${chain}/${tenant.valueType}`]).toEqual({
      posted: 10n * million,
      held: 0n,
    });

    await doBehindItsBack(world, { kind: "unfreeze", reference: "unfreeze", ...freezing });
    const again = await tenant.transfer(anna, bert, "10");
    await world.finish();
    expect(await tenant.show("transfers", again)).toMatchObject({ status: "complete", failure: null });
    await expectBooksAreChain(world, [tenant]);
    expect(await reconcileWorld(world)).toEqual([]);
  });

  test("tokens that left without the ledger make a transfer fail, and reconciliation names what is missing", async () => {
    await using world = await openChainWorld(chain);
    const tenant = await openTenant(world);
    const { anna, bert, contract } = tenant;
    await tenant.mint(anna, "10");
    await tenant.mint(bert, "1");
    await world.finish();
    expect(await reconcileWorld(world)).toEqual([]);
    const thief = await world.node.newOutsider(contract);
    await doBehindItsBack(world, {
      kind: "transfer",
      reference: "theft",
      contract,
      from: anna.address,
      fromKey: await keyOf(world, anna),
      to: thief.address,
      units: 6n * million,
    });

    const id = await tenant.transfer(anna, bert, "5");
    await world.finish();
    expect(await tenant.show("transfers", id)).toMatchObject({
      status: "failed",
      failure: { reason: "insufficient_tokens" },
    });
    const differences = await reconcileWorld(world);
    expect(differences).toEqual([
      expect.objectContaining({
        chain,
        holder: expect.objectContaining({ addressId: anna.id }),
        chainUnits: 4n * million,
        ledgerUnits: 10n * million,
        cause: "left_without_record",
      }),
    ]);
    const small = await tenant.transfer(anna, bert, "4");
    await world.finish();
    expect(await tenant.show("transfers", small)).toMatchObject({ status: "complete" });
  });
});
