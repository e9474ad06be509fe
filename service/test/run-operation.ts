import { expect } from "vitest";
import type { Chain, ChainOperation } from "../src/chains/chain.ts";
import type { Signer } from "../src/chains/signer.ts";
import type { LocalEvm } from "./local-evm.ts";

/** Signs and sends an operation with the platform's key of its role, and mines it. Returns the contract of a deployment. */
export async function runOperation(
  { chain, signer, node, mine }: { chain: Chain; signer: Signer; node: LocalEvm; mine: () => Promise<void> },
  operation: ChainOperation,
): Promise<string> {
  const key = { role: chain.roleOf(operation), index: 0 };
  const address = chain.addressOf(await signer.publicKey(key));
  await node.fund(address);
  const senderQueue = { key, address, sequence: await chain.nextSequence({ key, address }) };
  const { bytes, contract = "" } = await chain.prepare(operation, senderQueue);
  expect(await chain.broadcast(bytes)).toEqual({ response: "accepted" });
  await mine();
  return contract;
}
