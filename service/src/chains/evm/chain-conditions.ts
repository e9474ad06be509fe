import type { NodePool } from "../node-pool.ts";
import { resultOf } from "./ask-nodes.ts";
import type { FeeMarket } from "./fees.ts";
import { readArray, readBlock, readObject, readQuantity } from "./node-responses.ts";

/** Current fees and block time that a new transaction has to fit. */
export interface ChainConditions {
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
