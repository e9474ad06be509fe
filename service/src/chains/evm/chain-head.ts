import type { NodeQuestion } from "../node-pool.ts";
import { answered } from "./ask-nodes.ts";
import { type Block, readBlock } from "./node-answers.ts";

/** When a block will not be forgotten: so many blocks later, or when the chain itself says so. */
export type EvmFinality = { readonly confirmations: number } | "finalized";

export interface HeadTerms {
  readonly finality: EvmFinality;
}

export interface EvmHead {
  readonly latest: Block;
  readonly finalHeight: bigint;
}

/** How many answers `readHead` wants. */
export const headQuestionCount = 2;

/** Asked before all else in a message, so that what stands at this head is not missed by what is asked after it. */
export function headQuestions({ finality }: HeadTerms): readonly NodeQuestion[] {
  return [
    { method: "eth_getBlockByNumber", params: ["latest", false] },
    { method: "eth_getBlockByNumber", params: [finality === "finalized" ? "finalized" : "latest", false] },
  ];
}

export function readHead(answers: readonly unknown[], terms: HeadTerms): EvmHead {
  const latest = readBlock(answered(answers[0]));
  const settled = answered(answers[1]);
  // A chain whose first blocks are not finalized yet has no such block.
  const settledHeight = settled === null ? 0n : readBlock(settled).height;
  return { latest, finalHeight: finalHeight(settledHeight, terms.finality) };
}

function finalHeight(height: bigint, finality: EvmFinality): bigint {
  if (finality === "finalized") return height;
  const confirmations = BigInt(finality.confirmations);
  return height > confirmations ? height - confirmations : 0n;
}
