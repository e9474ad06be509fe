import type { FeeOffer } from "../chain.ts";
import { largest, smallest } from "./bigint-bounds.ts";

/** What a unit of gas costs in the next block, in wei (EIP-1559). */
export interface FeeMarket {
  readonly baseFeePerGas: bigint;
  readonly tipPerGas: bigint;
}

export interface FeeLimits {
  /** More is never offered; a transaction waits until the chain is cheaper again. */
  readonly maxFeePerGas: bigint;
  readonly minTipPerGas: bigint;
}

export interface GasFee {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/**
 * Twice the base fee holds for at least five full blocks, since each can raise it by an eighth. A replacement offers an
 * eighth more of both, which is what the strictest of the usual nodes asks.
 */
export function offerFee(market: FeeMarket, limits: FeeLimits, replaces: FeeOffer | undefined): GasFee {
  const tip = largest(market.tipPerGas, limits.minTipPerGas);
  const before = replaces === undefined ? undefined : readOffer(replaces);
  const wanted = {
    maxFeePerGas: largest(2n * market.baseFeePerGas + tip, raised(before?.maxFeePerGas)),
    maxPriorityFeePerGas: largest(tip, raised(before?.maxPriorityFeePerGas)),
  };
  const maxFeePerGas = smallest(wanted.maxFeePerGas, limits.maxFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas: smallest(wanted.maxPriorityFeePerGas, maxFeePerGas) };
}

export function writeOffer({ maxFeePerGas, maxPriorityFeePerGas }: GasFee): FeeOffer {
  return {
    maxFeePerGas: maxFeePerGas.toString(),
    maxPriorityFeePerGas: maxPriorityFeePerGas.toString(),
  };
}

function readOffer(offer: FeeOffer): GasFee {
  return {
    maxFeePerGas: BigInt(offer["maxFeePerGas"] ?? "0"),
    maxPriorityFeePerGas: BigInt(offer["maxPriorityFeePerGas"] ?? "0"),
  };
}

/** An eighth more, rounded up, and always more. */
function raised(fee: bigint | undefined): bigint {
  return fee === undefined ? 0n : fee + largest(1n, (fee + 7n) / 8n);
}
