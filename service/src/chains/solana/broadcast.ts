import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from "@solana/kit";
import { type BroadcastVerdict, ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { verdictOf } from "./broadcast-verdict.ts";

/**
 * Hands the bytes to a node, without its own trial run: what is forced through must be able to fail on the chain, and
 * what could not succeed was found out by `check`. A node then takes anything, so the same message asks whether it
 * knows the blockhash: where it does not, it takes the bytes and throws them away.
 */
export async function broadcast(nodes: NodePool, bytes: Uint8Array): Promise<BroadcastVerdict> {
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
    if (sent instanceof NodeError) return verdictOf(sent);
    return isInvalid(validity) ? { answer: "unknown" } : { answer: "accepted" };
  } catch (error) {
    if (error instanceof ChainUnavailableError) return { answer: "unknown" };
    throw error;
  }
}

function blockhashOf(bytes: Uint8Array): string {
  const { messageBytes } = getTransactionDecoder().decode(bytes);
  return getCompiledTransactionMessageDecoder().decode(messageBytes).lifetimeToken;
}

function isInvalid(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "value" in answer && answer.value === false;
}
