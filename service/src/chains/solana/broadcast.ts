import { type BroadcastOutcome, ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { blockhashOf } from "./transaction-bytes.ts";

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

function isInvalid(result: unknown): boolean {
  return typeof result === "object" && result !== null && "value" in result && result.value === false;
}

/**
 * Classifies a node's error to `sendTransaction`. Codes are those of Agave (rpc-client-api, custom_error.rs); the
 * message is matched as well, because providers run their own gateways in front of their nodes.
 */
export function outcomeOf(error: NodeError): BroadcastOutcome {
  const text = `${error.message} ${reasonIn(error.data)}`;
  const detail = error.message.slice(0, maxDetail);
  if (/already ?(been )?processed/i.test(text)) return { response: "accepted" };
  // Expired, or not yet known to this node: its status and its expiry decide.
  if (/blockhash ?not ?found/i.test(text)) return { response: "unknown" };
  if (rejections.has(error.code) || /signature verification fail|too large/i.test(text))
    return { response: "rejected", detail };
  if (postponements.has(error.code) || /node is (behind|unhealthy)|rate limit|too many requests/i.test(text))
    return { response: "later", detail };
  return { response: "unknown" };
}

const maxDetail = 200;

const rejections = new Set([
  // Signature verification failed; unsupported transaction version; malformed transaction.
  -32003, -32015, -32602,
]);

const postponements = new Set([
  // Preflight failed although it was not requested; node behind; slot not reached; rate limits.
  -32002, -32005, -32016, -32429, 429,
]);

function reasonIn(data: unknown): string {
  if (typeof data !== "object" || data === null || !("err" in data)) return "";
  return typeof data.err === "string" ? data.err : "";
}
