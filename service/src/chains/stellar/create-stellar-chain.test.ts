import { type Keypair, Operation } from "@stellar/stellar-sdk";
import type { ChainWorld } from "../../../test/chain-suite/chain-world.ts";
import { describeChain } from "../../../test/chain-suite.ts";
import { openStellarWorld } from "../../../test/stellar-world.ts";
import type { Chain } from "../chain.ts";
import { decimalOf } from "./amounts.ts";
import { assetOf } from "./stellar-asset.ts";

const traits = { oneTimeReferences: false, sequences: true, expires: true, reorganises: false };

describeChain("stellar (a double)", traits, openWorld);

async function openWorld(): Promise<ChainWorld> {
  const world = await openStellarWorld();
  const { local, chain, signer, chainThrough, newHolder } = world;
  const outsiders = new Map<string, Keypair>();
  return {
    chain: { ...chain, broadcast: (bytes) => broadcastInTurn(chain, bytes, () => local.advance()) },
    signer,
    nodeUrl: local.url,
    chainThrough,
    newHolder,
    advance: (ledgers) => local.advance(ledgers),
    newOutsideAddress: async (contract) => {
      const outsider = await local.newOutsider();
      outsiders.set(outsider.publicKey(), outsider);
      await local.trust(outsider, assetOf(contract));
      return outsider.publicKey();
    },
    outsideTransfer: async ({ contract, from, to, units }) => {
      const sender = outsiders.get(from);
      if (sender === undefined) throw new Error("this is no outsider of the test");
      const payment = { destination: to, asset: assetOf(contract), amount: decimalOf(units) };
      await local.send([sender], [Operation.payment(payment)]);
    },
    close: () => world.close(),
  };
}

/** A channel has one transaction waiting at a time; a driver with one lane waits for its turn. */
async function broadcastInTurn(
  chain: Chain,
  bytes: Uint8Array,
  advance: () => Promise<void>,
): ReturnType<Chain["broadcast"]> {
  const verdict = await chain.broadcast(bytes);
  if (verdict.answer !== "later") return verdict;
  await advance();
  return chain.broadcast(bytes);
}
