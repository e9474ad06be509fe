import { accountMethods } from "./solana-account-methods.ts";
import type { SolanaMethod } from "./solana-params.ts";
import type { SolanaRuntime } from "./solana-runtime.ts";
import { slotMethods } from "./solana-slot-methods.ts";
import { transactionMethods } from "./solana-transaction-methods.ts";

/** The supported part of a validator's JSON-RPC, and three methods for tests. */
export function solanaMethods(runtime: SolanaRuntime): ReadonlyMap<string, SolanaMethod> {
  return new Map(
    Object.entries({ ...slotMethods(runtime), ...accountMethods(runtime), ...transactionMethods(runtime) }),
  );
}
