import { type Keypair, Operation } from "@stellar/stellar-base";
import { assert } from "vitest";
import type { ChainEnvironment } from "../../../test/chain-suite/chain-environment.ts";
import { describeChain } from "../../../test/chain-suite.ts";
import { openStellarEnvironment } from "../../../test/stellar-environment.ts";
import type { Chain } from "../chain.ts";
import { decimalOf } from "./amounts.ts";
import { assetOf } from "./stellar-asset.ts";

const traits = { oneTimeReferences: false, sequences: true, expires: true, reorganises: false, memos: true };

describeChain("stellar (a double)", traits, openEnvironment);

async function openEnvironment(): Promise<ChainEnvironment> {
  const env = await openStellarEnvironment();
  const { local, chain, signer, chainThrough, newHolder } = env;
  const externalHolders = new Map<string, Keypair>();
  return {
    chain: { ...chain, broadcast: (bytes) => broadcastInTurn(chain, bytes, () => local.advance()) },
    signer,
    nodeUrl: local.url,
    chainThrough,
    newHolder,
    advance: (ledgers) => local.advance(ledgers),
    newOutsideAddress: async (contract) => {
      const externalHolder = await local.newExternalIssuer();
      externalHolders.set(externalHolder.publicKey(), externalHolder);
      await local.trust(externalHolder, assetOf(contract));
      return externalHolder.publicKey();
    },
    memoOf: async (transactionId) => (await local.memoOf(transactionId)).value?.toString("utf8") ?? "",
    requireMemo: async (address) => {
      const owner = externalHolders.get(address);
      assert(owner !== undefined);
      await local.requireMemo(owner);
    },
    outsideTransfer: async ({ contract, from, to, units }) => {
      const sender = externalHolders.get(from);
      if (sender === undefined) throw new Error("not an external holder of this test");
      const payment = { destination: to, asset: assetOf(contract), amount: decimalOf(units) };
      await local.send([sender], [Operation.payment(payment)]);
    },
    close: () => env.close(),
  };
}

/** A channel has one pending transaction at a time; a driver with one sender waits for its turn. */
async function broadcastInTurn(
  chain: Chain,
  bytes: Uint8Array,
  advance: () => Promise<void>,
): ReturnType<Chain["broadcast"]> {
  const decision = await chain.broadcast(bytes);
  if (decision.response !== "later") return decision;
  await advance();
  return chain.broadcast(bytes);
}
