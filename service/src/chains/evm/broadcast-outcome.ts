import type { BroadcastOutcome } from "../chain.ts";

/**
 * Classifies the error of a node that does not accept a transaction. JSON-RPC has no codes for these errors, so the
 * message decides: those of geth (also op-geth and erigon), nethermind, reth, anvil and EDR. The first matching row
 * applies.
 */
export function evaluateRefusal(message: string): BroadcastOutcome {
  const result = rows.find(([pattern]) => pattern.test(message))?.[1] ?? "later";
  switch (result) {
    case "accepted":
    case "unknown":
      return { response: result };
    // Unknown errors may be temporary, and sending the same bytes again is harmless.
    case "later":
    case "rejected":
      return { response: result, detail: message.slice(0, maxDetail) };
  }
}

const maxDetail = 300;

const rows: readonly (readonly [RegExp, BroadcastOutcome["response"]])[] = [
  // geth and nethermind; reth and anvil; EDR; erigon's pool.
  [/already known/i, "accepted"],
  [/already imported/i, "accepted"],
  [/known transaction/i, "accepted"],
  [/existing tx with same hash/i, "accepted"],

  // The nonce is used by this transaction or by another; only its status shows which.
  [/nonce(?: is)? too low/i, "unknown"],
  [/old ?nonce/i, "unknown"],

  // Permanent: the chain does not accept these bytes.
  [/invalid (?:sender|signature|chain ?id)/i, "rejected"],
  [/(?:signature|recover).*(?:fail|invalid|incorrect)|fail.*(?:signature|recover)/i, "rejected"],
  [
    /chain ?id.*(?:mismatch|not match|invalid|wrong)|signed for another chain|only replay-protected/i,
    "rejected",
  ],
  [/intrinsic gas|requires at least \d+ gas|gas uint64 overflow/i, "rejected"],
  [
    /exceeds? (?:the )?(?:block'?s? )?gas limit|gas limit (?:is greater than|too high)|exceeds maximum per-transaction/i,
    "rejected",
  ],
  [/oversized data|input data too large|initcode size|too large/i, "rejected"],
  [/type not supported|unsupported transaction type|tx type/i, "rejected"],
  [/rlp:|decode|deserialize|unmarshal|malformed/i, "rejected"],
  [/priority fee.*(?:higher|greater|bigger) than max ?fee|tip above fee cap|tip higher than/i, "rejected"],
  [/sender not an eoa|negative value/i, "rejected"],

  // Temporary: fees, balance for fees, nonce order, mempool capacity, busy node.
  [/underpriced|to replace existing|fee ?cap|max ?fee ?per ?gas|too low for the next block/i, "later"],
  [/insufficient funds|enough funds|overdraw/i, "later"],
  [/nonce.*too (?:high|far)|nonce gap/i, "later"],
  [/pool is full|txpool|limit exceeded|discarded|spammer|rate limit|too many|syncing/i, "later"],
];
