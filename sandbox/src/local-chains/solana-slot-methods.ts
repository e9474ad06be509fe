import { RpcFailure } from "./rpc-server.ts";
import { assertHealthy, inContext, slotFor } from "./solana-context.ts";
import {
  invalidParams,
  readParams,
  readSettledCommitment,
  readText,
  readWhole,
  type SolanaMethod,
} from "./solana-params.ts";
import type { SolanaRuntime } from "./solana-runtime.ts";
import { blockhashLifetime, type Slot } from "./solana-slots.ts";

/** RPC methods about slots, blocks and blockhashes. Every slot has a block, so the block height is the slot. */
export function slotMethods(runtime: SolanaRuntime): Readonly<Record<string, SolanaMethod>> {
  const { bank } = runtime;
  const slotOf = (params: unknown): Slot =>
    bank.slots.at(slotFor(bank, readParams(params, 0))) ?? bank.slots.head();

  return {
    getHealth: () => {
      assertHealthy(runtime);
      return "ok";
    },
    getVersion: () => ({ "feature-set": 0, "solana-core": "florin-local-solana/litesvm-1.4.1" }),
    getGenesisHash: () => bank.slots.first.blockhash,
    getSlot: (params) => Number(slotOf(params).slot),
    getBlockHeight: (params) => Number(slotOf(params).slot),
    getEpochInfo: (params) => {
      const slot = Number(slotOf(params).slot);
      return { absoluteSlot: slot, blockHeight: slot, epoch: 0, slotIndex: slot, slotsInEpoch: slot + 1 };
    },
    // This chain has no history before its first slot, and prunes nothing.
    getFirstAvailableBlock: () => 0,
    getLatestBlockhash: (params) => {
      const { slot, blockhash } = slotOf(params);
      return inContext(slot, { blockhash, lastValidBlockHeight: Number(slot + blockhashLifetime) });
    },
    isBlockhashValid: (params) => {
      const read = readParams(params, 1);
      const slot = slotFor(bank, read);
      return inContext(slot, (bank.slots.validUntil(readText(read, 0)) ?? -1n) >= slot);
    },
    getBlock: (params) => {
      const read = readParams(params, 1);
      readSettledCommitment(read);
      const details = read.config["transactionDetails"] ?? "full";
      if (details !== "none" && details !== "signatures")
        throw invalidParams("this local node supports transactionDetails none or signatures");
      return renderBlock(blockAt(runtime, readWhole(read, 0), slotFor(bank, read)), details === "signatures");
    },
    florin_advance: async (params) => {
      await runtime.advance(readWhole(readParams(params, 1), 0));
      return Number(bank.slots.head().slot);
    },
    florin_dropFork: async (params) => {
      await runtime.dropFork(readWhole(readParams(params, 1), 0));
      return Number(bank.slots.head().slot);
    },
    florin_setBlockProduction: (params) => {
      const isOn = readParams(params, 1).list[0];
      if (typeof isOn !== "boolean") throw invalidParams("expected true or false");
      runtime.setBlockProduction(isOn);
      return isOn;
    },
  };
}

function blockAt({ bank }: SolanaRuntime, slot: bigint, known: bigint): Slot {
  const block = slot > known ? undefined : bank.slots.at(slot);
  if (block === undefined && slot < bank.slots.first.slot)
    throw new RpcFailure(
      -32007,
      `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
    );
  if (block === undefined) throw new RpcFailure(-32004, `Block not available for slot ${slot}`);
  return block;
}

function renderBlock(block: Slot, withSignatures: boolean): unknown {
  const { blockhash, parent, slot, timeSeconds, signatures } = block;
  return {
    blockhash,
    previousBlockhash: parent,
    parentSlot: Number(slot) - 1,
    blockHeight: Number(slot),
    blockTime: timeSeconds,
    ...(withSignatures ? { signatures } : {}),
  };
}
