import { shapeOf } from "@florin/service/sandbox-ports";
import Type from "typebox";
import type { EvmEngine } from "./evm-engine.ts";

const quantity = shapeOf(Type.String());
const pooled = shapeOf(
  Type.Array(Type.Object({ hash: Type.String(), from: Type.String(), nonce: Type.String() })),
);

async function readPool(engine: Pick<EvmEngine, "request">) {
  return pooled.read(await engine.request("eth_pendingTransactions", []));
}

export async function pendingHashes(engine: Pick<EvmEngine, "request">): Promise<readonly string[]> {
  return (await readPool(engine)).map(({ hash }) => hash);
}

/**
 * The nonce after all pending transactions, as other nodes count it. The engine counts only transactions that the next
 * block would include, which leaves out underpriced ones.
 */
export async function pendingNonce(engine: Pick<EvmEngine, "request">, address: string): Promise<number> {
  const [used, waiting] = await Promise.all([
    engine.request("eth_getTransactionCount", [address, "latest"]),
    readPool(engine),
  ]);
  const ofSender = waiting.filter(({ from }) => from.toLowerCase() === address.toLowerCase());
  const nonces = new Set(ofSender.map(({ nonce }) => Number(nonce)));
  let next = Number(quantity.read(used));
  while (nonces.has(next)) next += 1;
  return next;
}
