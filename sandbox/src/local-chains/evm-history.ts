import { createHash } from "node:crypto";
import { shapeOf } from "@florin/service/sandbox-ports";
import Type, { type Static } from "typebox";
import type { EvmEngine } from "./evm-engine.ts";
import { strictObject } from "./strict-object.ts";

/** Everything that determines the state of a local EVM chain; replaying it gives the same chain. */
export type EvmEntry = Static<typeof evmEntry>;

const hex = Type.String({ pattern: "^0x[0-9a-fA-F]*$" });
const count = Type.Integer({ minimum: 0 });

const evmEntry = Type.Union([
  /** A signed transaction that entered the mempool. */
  strictObject({ transaction: hex }),
  /** A transaction that was dropped from the mempool. */
  strictObject({ drop: hex }),
  /** `fork` distinguishes blocks that are mined again at the same height. */
  strictObject({
    block: strictObject({ parent: hex, timestamp: count, fork: count }),
  }),
  strictObject({ balance: strictObject({ address: hex, wei: hex }) }),
]);
export const evmEntryShape = shapeOf(evmEntry);

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

const quantity = Type.String({ pattern: "^0x[0-9a-f]+$" });
const headBlock = shapeOf(
  Type.Object({
    number: quantity,
    hash: Type.String(),
    timestamp: quantity,
    transactions: Type.Array(Type.String()),
  }),
);

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
  const block = headBlock.read(await engine.request("eth_getBlockByNumber", [name, false]));
  const { number: height, hash, timestamp, transactions } = block;
  return {
    height: Number(height),
    hash,
    timestamp: Number(timestamp),
    transactionCount: transactions.length,
  };
}
