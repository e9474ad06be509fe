import { smallest } from "./bigint-bounds.ts";

/** How many blocks a node is asked to look through at once. Only a guess: forgetting it costs time and nothing else. */
export interface BlockRange {
  blocks(): bigint;
  /** So many were too many; false when it was a single one, so that their number cannot be what is wrong. */
  narrow(tried: bigint): boolean;
}

const maxBlocks = 2_000n;
/** After so long without a refusal, twice as many are tried. */
const patienceMs = 5 * 60_000;
/** As many as lead from one block to all. */
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
