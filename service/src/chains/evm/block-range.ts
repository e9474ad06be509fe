import { smallest } from "./bigint-bounds.ts";

/** Number of blocks per log request. Only a heuristic: losing it costs time and nothing else. */
export interface BlockRange {
  blocks(): bigint;
  /** Halves the range after a rejection; false if a single block was rejected, so that the range is not the cause. */
  narrow(tried: bigint): boolean;
}

const maxBlocks = 2_000n;
/** The range doubles after this time without a rejection. */
const patienceMs = 5 * 60_000;
/** Doublings from one block to the maximum. */
const maxDoublings = 11n;

export function createBlockRange(now: () => number): BlockRange {
  let narrowed: { readonly blocks: bigint; readonly at: number } | undefined;
  return {
    blocks: () => {
      if (narrowed === undefined) return maxBlocks;
      const doublings = BigInt(Math.floor((now() - narrowed.at) / patienceMs));
      const grown = narrowed.blocks * 2n ** smallest(doublings, maxDoublings);
      return smallest(grown, maxBlocks);
    },
    narrow: (tried) => {
      narrowed = tried > 1n ? { blocks: tried / 2n, at: now() } : undefined;
      return narrowed !== undefined;
    },
  };
}
