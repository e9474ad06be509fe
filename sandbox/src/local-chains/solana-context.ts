import { RpcFailure } from "./rpc-server.ts";
import type { SolanaBank } from "./solana-bank.ts";
import { type Params, readCommitment } from "./solana-params.ts";
import type { SolanaRuntime } from "./solana-runtime.ts";

/** RPC response context with the slot it refers to. */
export function inContext(slot: bigint, value: unknown): unknown {
  return { context: { apiVersion: "florin-local", slot: Number(slot) }, value };
}

/** The slot of the requested commitment; throws if this node is behind the caller. */
export function slotFor(bank: SolanaBank, params: Params): bigint {
  const slot = slotOf(bank, readCommitment(params));
  const least = params.config["minContextSlot"];
  if (typeof least === "number" && slot < BigInt(least))
    throw new RpcFailure(-32016, "Minimum context slot has not been reached", { contextSlot: Number(slot) });
  return slot;
}

export function assertHealthy(runtime: SolanaRuntime): void {
  if (!runtime.isHealthy()) throw new RpcFailure(-32005, "Node is unhealthy");
}

function slotOf(bank: SolanaBank, commitment: ReturnType<typeof readCommitment>): bigint {
  switch (commitment) {
    case "processed":
      return bank.slots.head().slot;
    case "confirmed":
      return bank.confirmedSlot();
    case "finalized":
      return bank.finalizedSlot();
  }
}
