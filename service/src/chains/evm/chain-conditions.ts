import type { NodePool } from "../node-pool.ts";
import { answered } from "./ask-nodes.ts";
import type { FeeMarket } from "./fees.ts";
import { readArray, readBlock, readObject, readQuantity } from "./node-answers.ts";

/** What a transaction that is signed now has to fit. */
export interface ChainConditions {
  readonly market: FeeMarket;
  /** Of the newest block, in seconds since 1970. */
  readonly timestamp: bigint;
}

const maxAgeMs = 1_000;
const historyBlocks = 5;
const medianPercentile = 50;

/** The conditions, asked for again only when they are older than a block may be. */
export function watchConditions(nodes: NodePool, now: () => number): () => Promise<ChainConditions> {
  let known: { readonly askedAt: number; readonly conditions: Promise<ChainConditions> } | undefined;
  return async () => {
    if (known === undefined || now() - known.askedAt >= maxAgeMs) {
      const asked = { askedAt: now(), conditions: askConditions(nodes) };
      known = asked;
      // A failure is told to those who wait for it, and not kept.
      asked.conditions.catch(() => {
        if (known === asked) known = undefined;
      });
    }
    return known.conditions;
  };
}

async function askConditions(nodes: NodePool): Promise<ChainConditions> {
  const [history, latest] = await nodes.callMany([
    {
      method: "eth_feeHistory",
      params: [`0x${historyBlocks.toString(16)}`, "latest", [medianPercentile]],
    },
    { method: "eth_getBlockByNumber", params: ["latest", false] },
  ]);
  return { market: readMarket(answered(history)), timestamp: readBlock(answered(latest)).timestamp };
}

function readMarket(answer: unknown): FeeMarket {
  const history = readObject(answer, "a history of fees");
  // One more than the blocks that were asked for: the last is of the block to come.
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
