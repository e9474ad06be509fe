import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from "@solana/kit";
import { type BroadcastOutcome, ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { outcomeOf } from "./broadcast-outcome.ts";

/**
 * Sends the bytes without preflight: transactions must be able to fail on the chain, and `check` has found out what
 * could not succeed. A node then accepts anything, so the same batch checks whether it knows the blockhash: a node that
 * does not know it accepts the bytes and drops them.
 */
export async function broadcast(nodes: NodePool, bytes: Uint8Array): Promise<BroadcastOutcome> {
  const text = Buffer.from(bytes).toString("base64");
  try {
    const questions = [
      {
        method: "sendTransaction",
        params: [text, { encoding: "base64", skipPreflight: true, maxRetries: 0 }],
      },
      { method: "isBlockhashValid", params: [blockhashOf(bytes), { commitment: "processed" }] },
    ];
    const [sent, validity] = await nodes.callMany(questions, { kind: "send" });
    if (sent instanceof NodeError) return outcomeOf(sent);
    return isInvalid(validity) ? { response: "unknown" } : { response: "accepted" };
  } catch (error) {
    if (error instanceof ChainUnavailableError) return { response: "unknown" };
    throw error;
  }
}

function blockhashOf(bytes: Uint8Array): string {
  const { messageBytes } = getTransactionDecoder().decode(bytes);
  return getCompiledTransactionMessageDecoder().decode(messageBytes).lifetimeToken;
}

function isInvalid(result: unknown): boolean {
  return typeof result === "object" && result !== null && "value" in result && result.value === false;
}
