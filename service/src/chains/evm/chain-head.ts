import type { NodeQuestion } from "../node-pool.ts";
import { resultOf } from "./ask-nodes.ts";
import { type Block, readBlock } from "./node-responses.ts";

/** When a block is final: after so many confirmations, or when the chain reports it as finalized. */
export type EvmFinality = { readonly confirmations: number } | "finalized";

export interface HeadTerms {
  readonly finality: EvmFinality;
}

export interface EvmHead {
  readonly latest: Block;
  readonly finalHeight: bigint;
}

/** Number of results that `readHead` expects. */
export const headQuestionCount = 2;

/** First in a batch, so that later calls in the batch see at least the state of this head. */
export function headQuestions({ finality }: HeadTerms): readonly NodeQuestion[] {
  return [
    { method: "eth_getBlockByNumber", params: ["latest", false] },
    { method: "eth_getBlockByNumber", params: [finality === "finalized" ? "finalized" : "latest", false] },
  ];
}

export function readHead(results: readonly unknown[], terms: HeadTerms): EvmHead {
  const latest = readBlock(resultOf(results[0]));
  const settled = resultOf(results[1]);
  // A new chain may not have a finalized block yet.
  const settledHeight = settled === null ? 0n : readBlock(settled).height;
  return { latest, finalHeight: finalHeight(settledHeight, terms.finality) };
}

function finalHeight(height: bigint, finality: EvmFinality): bigint {
  if (finality === "finalized") return height;
  const confirmations = BigInt(finality.confirmations);
  return height > confirmations ? height - confirmations : 0n;
}
