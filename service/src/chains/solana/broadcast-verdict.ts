import type { BroadcastVerdict } from "../chain.ts";
import type { NodeError } from "../node-pool.ts";

/**
 * What a node's no to `sendTransaction` means. Codes are those of Agave (rpc-client-api, custom_error.rs); the words are
 * read as well, because providers put their own gateways before their nodes.
 */
export function verdictOf(error: NodeError): BroadcastVerdict {
  const said = `${error.message} ${reasonIn(error.data)}`;
  const detail = error.message.slice(0, maxDetail);
  if (/already ?(been )?processed/i.test(said)) return { answer: "accepted" };
  // Expired, or not yet known to this node: its status and its expiry decide.
  if (/blockhash ?not ?found/i.test(said)) return { answer: "unknown" };
  if (rejections.has(error.code) || /signature verification fail|too large/i.test(said))
    return { answer: "rejected", detail };
  if (postponements.has(error.code) || /node is (behind|unhealthy)|rate limit|too many requests/i.test(said))
    return { answer: "later", detail };
  return { answer: "unknown" };
}

const maxDetail = 200;

const rejections = new Set([
  // Signature verification failed; version that nodes do not take; not a transaction at all.
  -32003, -32015, -32602,
]);

const postponements = new Set([
  // Preflight failed although it was not asked for; node behind; slot not reached; and the ways to say "too many".
  -32002,
  -32005, -32016, -32429, 429,
]);

function reasonIn(data: unknown): string {
  if (typeof data !== "object" || data === null || !("err" in data)) return "";
  return typeof data.err === "string" ? data.err : "";
}
