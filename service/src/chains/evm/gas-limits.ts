import type { ChainOperation } from "../chain.ts";

/**
 * Gas that each kind may use: about twice what the contract was measured to use at most, since what is not used is not
 * paid. Asking a node for an estimate would cost a round trip each and judge by a state that has passed. A test
 * measures them again.
 */
export const gasLimits: Readonly<Record<ChainOperation["kind"] | "filler", bigint>> = {
  deploy: 6_000_000n,
  mint: 200_000n,
  burn: 200_000n,
  transfer: 200_000n,
  freeze: 120_000n,
  unfreeze: 120_000n,
  // The price of a transaction that does nothing, by the protocol.
  filler: 21_000n,
};
