import type { BroadcastVerdict } from "../chain.ts";

/**
 * What it means that a node did not take a transaction. JSON-RPC has no codes for it, so the words decide: those of geth
 * (op-geth and erigon use the same), nethermind, reth, anvil and EDR. The first row that fits counts.
 */
export function judgeRefusal(message: string): BroadcastVerdict {
  const answer = rows.find(([pattern]) => pattern.test(message))?.[1] ?? "later";
  switch (answer) {
    case "accepted":
    case "unknown":
      return { answer };
    // What nobody knows yet may pass, and the same bytes can do no harm.
    case "later":
    case "rejected":
      return { answer, detail: message.slice(0, maxDetail) };
  }
}

const maxDetail = 300;

const rows: readonly (readonly [RegExp, BroadcastVerdict["answer"]])[] = [
  // geth and nethermind; reth and anvil; EDR; erigon's pool.
  [/already known/i, "accepted"],
  [/already imported/i, "accepted"],
  [/known transaction/i, "accepted"],
  [/existing tx with same hash/i, "accepted"],

  // The sequence is used: by this transaction or by another, and only its status can tell.
  [/nonce(?: is)? too low/i, "unknown"],
  [/old ?nonce/i, "unknown"],

  // Never, whatever happens: the bytes are not what this chain takes.
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

  // Not now: fees, money for fees, the order of sequences, room in the pool, a node that is busy.
  [/underpriced|to replace existing|fee ?cap|max ?fee ?per ?gas|too low for the next block/i, "later"],
  [/insufficient funds|enough funds|overdraw/i, "later"],
  [/nonce.*too (?:high|far)|nonce gap/i, "later"],
  [/pool is full|txpool|limit exceeded|discarded|spammer|rate limit|too many|syncing/i, "later"],
];
