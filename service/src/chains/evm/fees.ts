import { largest, smallest } from "../../kernel/bigint-bounds.ts";
import type { FeeOffer } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { resultOf } from "./ask-nodes.ts";
import { readArray, readBlock, readObject, readQuantity } from "./node-responses.ts";

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

/** Current fees and block time that a new transaction has to fit. */
interface ChainConditions {
  readonly market: FeeMarket;
  /** Of the latest block, in seconds since 1970. */
  readonly timestamp: bigint;
}

const maxAgeMs = 1_000;
const historyBlocks = 5;
const medianPercentile = 50;

/** Caches the conditions for about one block. */
export function watchConditions(nodes: NodePool, now: () => number): () => Promise<ChainConditions> {
  let known: { readonly requestedAt: number; readonly conditions: Promise<ChainConditions> } | undefined;
  return async () => {
    if (known === undefined || now() - known.requestedAt >= maxAgeMs) {
      const request = { requestedAt: now(), conditions: fetchConditions(nodes) };
      known = request;
      // A failure is thrown to waiting callers and not cached.
      request.conditions.catch(() => {
        if (known === request) known = undefined;
      });
    }
    return known.conditions;
  };
}

async function fetchConditions(nodes: NodePool): Promise<ChainConditions> {
  const [history, latest] = await nodes.callMany([
    {
      method: "eth_feeHistory",
      params: [`0x${historyBlocks.toString(16)}`, "latest", [medianPercentile]],
    },
    { method: "eth_getBlockByNumber", params: ["latest", false] },
  ]);
  return { market: readMarket(resultOf(history)), timestamp: readBlock(resultOf(latest)).timestamp };
}

function readMarket(response: unknown): FeeMarket {
  const history = readObject(response, "a fee history");
  // One more entry than requested blocks: the last is for the next block.
  const baseFees = readArray(history["baseFeePerGas"], "base fees").map(readQuantity);
  const rewards = readArray(history["reward"] ?? [], "tips").map((block) =>
    readQuantity(readArray(block, "tips")[0]),
  );
  const sorted = [...rewards].sort((a, b) => (a < b ? -1 : Number(a > b)));
  return {
    baseFeePerGas: baseFees.at(-1) ?? 0n,
    tipPerGas: sorted[Math.floor(sorted.length / 2)] ?? 0n,
  };
}
