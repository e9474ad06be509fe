import type { Address } from "@solana/kit";
import type { TokenBalance } from "./solana-token-balances.ts";
import type { IncomingTransaction } from "./solana-transaction.ts";
import type { TransactionErrorJson } from "./solana-transaction-error.ts";

/** A transaction in a block, successful or not. */
export interface LandedTransaction {
  readonly transaction: IncomingTransaction;
  readonly slot: bigint;
  readonly timeSeconds: number;
  readonly error: TransactionErrorJson | undefined;
  readonly logs: readonly string[];
  readonly computed: bigint;
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
}

/** Transactions in blocks, by signature and by the accounts they reference. */
export interface LandedTransactions {
  get(signature: string): LandedTransaction | undefined;
  /** Newest first. */
  of(account: Address): readonly LandedTransaction[];
  add(landed: LandedTransaction): void;
  /** Removes transactions after a slot. */
  cut(slot: bigint): void;
}

export function createLandedTransactions(): LandedTransactions {
  const bySignature = new Map<string, LandedTransaction>();
  const byAccount = new Map<Address, LandedTransaction[]>();
  return {
    get: (signature) => bySignature.get(signature),
    of: (account) => [...(byAccount.get(account) ?? [])].reverse(),
    add: (landed) => {
      bySignature.set(landed.transaction.signature, landed);
      for (const account of landed.transaction.accounts) {
        const list = byAccount.get(account);
        if (list === undefined) byAccount.set(account, [landed]);
        else list.push(landed);
      }
    },
    cut: (slot) => {
      for (const [signature, landed] of bySignature) if (landed.slot > slot) bySignature.delete(signature);
      for (const [account, list] of byAccount)
        byAccount.set(
          account,
          list.filter((landed) => landed.slot <= slot),
        );
    },
  };
}
