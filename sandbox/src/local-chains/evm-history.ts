import { createHash } from "node:crypto";
import { z } from "zod";
import type { EvmEngine } from "./evm-engine.ts";

/** Everything that determines the state of a local EVM chain; replaying it gives the same chain. */
export type EvmEntry = z.infer<typeof evmEntry>;

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/);

export const evmEntry = z.union([
  /** A signed transaction that entered the mempool. */
  z.strictObject({ transaction: hex }),
  /** A transaction that was dropped from the mempool. */
  z.strictObject({ drop: hex }),
  /** `fork` distinguishes blocks that are mined again at the same height. */
  z.strictObject({
    block: z.strictObject({ parent: hex, timestamp: z.int().nonnegative(), fork: z.int().nonnegative() }),
  }),
  z.strictObject({ balance: z.strictObject({ address: hex, wei: hex }) }),
]);

export async function applyEntry(engine: EvmEngine, entry: EvmEntry): Promise<unknown> {
  if ("transaction" in entry) return engine.request("eth_sendRawTransaction", [entry.transaction]);
  if ("drop" in entry) return engine.request("hardhat_dropTransaction", [entry.drop]);
  if ("balance" in entry)
    return engine.request("hardhat_setBalance", [entry.balance.address, entry.balance.wei]);
  return applyBlock(engine, entry.block);
}

async function applyBlock(engine: EvmEngine, block: BlockEntry): Promise<void> {
  const { hash } = await readHead(engine);
  if (hash !== block.parent)
    throw new Error(`the local chain diverged from its journal: ${hash} is not ${block.parent}`);
  // The engine's own randomness depends on calls in between, so each block gets its own.
  await engine.request("hardhat_setPrevRandao", [randomnessOf(block)]);
  await engine.request("evm_mine", [`0x${block.timestamp.toString(16)}`]);
}

type BlockEntry = Extract<EvmEntry, { readonly block: unknown }>["block"];

function randomnessOf({ parent, timestamp, fork }: BlockEntry): string {
  return `0x${createHash("sha256").update(`${parent} ${timestamp} ${fork}`).digest("hex")}`;
}

export interface EvmHead {
  readonly height: number;
  readonly hash: string;
  readonly timestamp: number;
  readonly transactionCount: number;
}

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform(Number);
const headBlock = z.object({
  number: quantity,
  hash: z.string(),
  timestamp: quantity,
  transactions: z.array(z.string()),
});

export function readHead(engine: Pick<EvmEngine, "request">): Promise<EvmHead> {
  return readBlock(engine, "latest");
}

/** Number of trailing empty blocks that are still missing. */
export async function countOwedBlocks(
  engine: Pick<EvmEngine, "request">,
  trailingBlocks: number,
): Promise<number> {
  const { height } = await readHead(engine);
  for (let empty = 0; empty < Math.min(trailingBlocks, height); empty += 1) {
    const { transactionCount } = await readBlock(engine, `0x${(height - empty).toString(16)}`);
    if (transactionCount > 0) return trailingBlocks - empty;
  }
  return 0;
}

async function readBlock(engine: Pick<EvmEngine, "request">, name: string): Promise<EvmHead> {
  const block = headBlock.parse(await engine.request("eth_getBlockByNumber", [name, false]));
  const { number: height, hash, timestamp, transactions } = block;
  return { height, hash, timestamp, transactionCount: transactions.length };
}
