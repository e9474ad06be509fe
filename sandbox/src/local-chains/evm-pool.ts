import { z } from "zod";
import type { EvmEngine } from "./evm-engine.ts";

const pooled = z.array(z.object({ hash: z.string(), from: z.string(), nonce: z.string().transform(Number) }));

async function readPool(engine: Pick<EvmEngine, "request">) {
  return pooled.parse(await engine.request("eth_pendingTransactions", []));
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
  const nonces = new Set(ofSender.map(({ nonce }) => nonce));
  let next = z.string().transform(Number).parse(used);
  while (nonces.has(next)) next += 1;
  return next;
}
