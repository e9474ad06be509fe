import type { ChainOperation } from "../chain.ts";

/**
 * Gas limit of each operation kind: about twice the measured maximum, since unused gas is not paid. Estimates by a node
 * would cost a round trip each and use a state that has passed. A test measures them again.
 */
export const gasLimits: Readonly<Record<ChainOperation["kind"] | "cancelTransaction", bigint>> = {
  deploy: 6_000_000n,
  mint: 200_000n,
  burn: 200_000n,
  transfer: 200_000n,
  freeze: 120_000n,
  unfreeze: 120_000n,
  // The protocol's base cost of a transaction.
  cancelTransaction: 21_000n,
};
