import type { FeeOffer } from "../chain.ts";
import { largest, smallest } from "./bigint-bounds.ts";

/** Price of a unit of gas in the next block, in wei (EIP-1559). */
export interface FeeMarket {
  readonly baseFeePerGas: bigint;
  readonly tipPerGas: bigint;
}

export interface FeeLimits {
  /** Fee cap: above it, a transaction waits until fees fall. */
  readonly maxFeePerGas: bigint;
  readonly minTipPerGas: bigint;
}

export interface GasFee {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/**
 * Twice the base fee lasts for at least five full blocks, since each can raise it by 12.5%. A replacement offers 12.5%
 * more of both, as the strictest common node requires.
 */
export function offerFee(market: FeeMarket, limits: FeeLimits, replaces: FeeOffer | undefined): GasFee {
  const tip = largest(market.tipPerGas, limits.minTipPerGas);
  const before = replaces === undefined ? undefined : readOffer(replaces);
  const uncapped = {
    maxFeePerGas: largest(2n * market.baseFeePerGas + tip, raised(before?.maxFeePerGas)),
    maxPriorityFeePerGas: largest(tip, raised(before?.maxPriorityFeePerGas)),
  };
  const maxFeePerGas = smallest(uncapped.maxFeePerGas, limits.maxFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas: smallest(uncapped.maxPriorityFeePerGas, maxFeePerGas) };
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

/** 12.5% more, rounded up, and always more. */
function raised(fee: bigint | undefined): bigint {
  return fee === undefined ? 0n : fee + largest(1n, (fee + 7n) / 8n);
}
