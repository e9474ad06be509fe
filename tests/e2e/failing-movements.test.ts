import { describe, expect, test } from "vitest";
import type { ChainOperation } from "../../service/src/chains/chain.ts";
import type { KeyRef } from "../../service/src/chains/signer.ts";
import { findToken } from "../../service/src/tokens/index.ts";
import { mintingKeyOf } from "../../service/src/tokens/token.ts";
import { expectBooksAreChain } from "../../service/test/books-and-chain.ts";
import {
  type ChainEnvironment,
  environmentChains,
  openChainEnvironment,
  untilSo,
} from "../../service/test/chain-environment.ts";
import { type Holder, openTenant, type Tenant } from "../../service/test/chain-tenant.ts";
import { reconcileEnvironment } from "../../service/test/reconcile-environment.ts";
import { booksOf } from "../../service/test/token-movements.ts";

const million = 1_000_000n;

/** Uses our keys on the chain without the service knowing. */
async function doBehindItsBack(
  { chain, signer }: ChainEnvironment,
  operation: ChainOperation,
): Promise<void> {
  const key: KeyRef = { role: chain.roleOf(operation), index: 0 };
  const address = chain.addressOf(await signer.publicKey(key));
  const senderQueue = { key, address, sequence: await chain.nextSequence({ key, address }) };
  const prepared = await chain.prepare(operation, senderQueue);
  await chain.broadcast(prepared.bytes);
  await untilSo(async () => {
    const [status] = await chain.statuses([{ ...prepared, senderQueue }]);
    expect(status).toMatchObject({ state: "included", isFinal: true, outcome: { ok: true } });
  });
}

async function issuerOf({ database }: ChainEnvironment, { valueType }: Tenant): Promise<KeyRef> {
  const token = await findToken(database, { network: "testnet", tenantId: undefined }, valueType);
  if (token === undefined) throw new Error("there is no such token");
  return mintingKeyOf(token).issuer;
}

async function keyOf({ chain, chains, database }: ChainEnvironment, { address }: Holder): Promise<KeyRef> {
  const place = { network: "testnet", family: chain.family } as const;
  const [wallet] = await chains.wallets.find(database, place, [address]);
  if (wallet === undefined) throw new Error("this is no wallet of ours");
  return { role: "custody", index: wallet.keyIndex };
}

describe.each(environmentChains)("%s", (chain) => {
  test("an operation that the chain rejects fails with its reason, and the tokens are usable again", async () => {
    await using env = await openChainEnvironment(chain);
    const tenant = await openTenant(env);
    const { anna, bert, contract } = tenant;
    await tenant.mint(anna, "10");
    await tenant.mint(bert, "10");
    await env.finish();
    const issuer = await issuerOf(env, tenant);
    const freezing = { contract, issuer, holder: anna.address };
    await doBehindItsBack(env, { kind: "freeze", reference: "freeze", ...freezing });

    const ids = [await tenant.transfer(anna, bert, "3"), await tenant.transfer(bert, anna, "4")];
    const burned = await tenant.burn(anna, "2");
    await env.finish();
    const shown = [...ids.map((id) => ["transfers", id] as const), ["burns", burned] as const];
    for (const [plural, id] of shown) {
      expect(await tenant.show(plural, id)).toMatchObject({
        status: "failed",
        failure: { reason: "frozen" },
      });
    }
    await expectBooksAreChain(env, [tenant]);
    const books = await booksOf(env.database, tenant.client.accountId);
    expect(books[`wallet/${anna.id}/${chain}/${tenant.valueType}`]).toEqual({
      posted: 10n * million,
      held: 0n,
    });

    await doBehindItsBack(env, { kind: "unfreeze", reference: "unfreeze", ...freezing });
    const again = await tenant.transfer(anna, bert, "10");
    await env.finish();
    expect(await tenant.show("transfers", again)).toMatchObject({ status: "complete", failure: null });
    await expectBooksAreChain(env, [tenant]);
    expect(await reconcileEnvironment(env)).toEqual([]);
  });

  test("tokens that left without a ledger entry fail the transfer, and reconciliation reports them", async () => {
    await using env = await openChainEnvironment(chain);
    const tenant = await openTenant(env);
    const { anna, bert, contract } = tenant;
    await tenant.mint(anna, "10");
    await tenant.mint(bert, "1");
    await env.finish();
    expect(await reconcileEnvironment(env)).toEqual([]);
    const thief = await env.node.newExternalIssuer(contract);
    await doBehindItsBack(env, {
      kind: "transfer",
      reference: "theft",
      contract,
      from: anna.address,
      fromKey: await keyOf(env, anna),
      to: thief.address,
      units: 6n * million,
    });

    const id = await tenant.transfer(anna, bert, "5");
    await env.finish();
    expect(await tenant.show("transfers", id)).toMatchObject({
      status: "failed",
      failure: { reason: "insufficient_tokens" },
    });
    const differences = await reconcileEnvironment(env);
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
    await env.finish();
    expect(await tenant.show("transfers", small)).toMatchObject({ status: "complete" });
  });
});
