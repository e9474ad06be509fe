import { type Address, address, lamports, type MaybeEncodedAccount } from "@solana/kit";
import type { LiteSVM } from "litesvm";
import { createAccountHistory } from "./solana-account-history.ts";
import { createLandedTransactions, type LandedTransaction } from "./solana-landed.ts";
import { createSlots, type Slots } from "./solana-slots.ts";
import { type TokenBalance, tokenBalancesOf } from "./solana-token-balances.ts";
import { type IncomingTransaction, isWritable } from "./solana-transaction.ts";
import {
  type Execution,
  errorOf,
  metadataOf,
  type TransactionErrorJson,
} from "./solana-transaction-error.ts";

/** State of a local Solana: litesvm executes; slots, hashes and history, which a validator also has, are kept here. */
export interface SolanaBank {
  readonly slots: Slots;
  confirmedSlot(): bigint;
  finalizedSlot(): bigint;
  landed(signature: string): LandedTransaction | undefined;
  /** Newest first. */
  landedOf(account: Address): readonly LandedTransaction[];
  /** The account at the end of a slot that is not below the final one. */
  accountAt(slot: bigint, account: Address): MaybeEncodedAccount;
  rentFor(bytes: bigint): bigint;
  /** Why a leader would reject this transaction for a slot, as far as known without executing it. */
  refusalOf(transaction: IncomingTransaction, slot: bigint): TransactionErrorJson | undefined;
  simulate(transaction: IncomingTransaction): Execution;
  /** Produces the next slot. Returns how many transactions were not included. */
  produce(timeMs: number, transactions: readonly IncomingTransaction[]): number;
  /** Drops the last slots and their transactions, as if another fork won. Final slots cannot be dropped. */
  dropFork(count: bigint): void;
}

export function createBank(svm: LiteSVM, genesis: string, finalitySlots: bigint): SolanaBank {
  const slots = createSlots(genesis, svm.getClock().slot);
  const landed = createLandedTransactions();
  const history = createAccountHistory();
  const finalizedSlot = (): bigint => slots.behind(finalitySlots);

  const refusalOf = (transaction: IncomingTransaction, slot: bigint): TransactionErrorJson | undefined => {
    if (landed.get(transaction.signature) !== undefined) return "AlreadyProcessed";
    return (slots.validUntil(transaction.blockhash) ?? -1n) < slot ? "BlockhashNotFound" : undefined;
  };

  const take = (transaction: IncomingTransaction, slot: bigint, timeSeconds: number): boolean => {
    if (refusalOf(transaction, slot) !== undefined) return false;
    const executed = execute(svm, transaction);
    if (executed === undefined) return false;
    for (const account of executed.replaced) history.note(slot, account);
    landed.add({ transaction, slot, timeSeconds, ...executed.outcome });
    return true;
  };

  return {
    slots,
    confirmedSlot: () => slots.behind(finalitySlots > 1n ? 1n : finalitySlots),
    finalizedSlot,
    landed: landed.get,
    landedOf: landed.of,
    accountAt: (slot, account) => history.at(slot, account) ?? svm.getAccount(account),
    rentFor: (bytes) => svm.minimumBalanceForRentExemption(bytes),
    refusalOf,
    simulate: (transaction) => svm.simulateTransaction(transaction.decoded),
    produce: (timeMs, transactions) => {
      const slot = slots.head().slot + 1n;
      const timeSeconds = Math.floor(timeMs / 1000);
      moveClock(svm, slot, timeSeconds);
      const taken = transactions.filter((transaction) => take(transaction, slot, timeSeconds));
      slots.add(
        timeSeconds,
        taken.map(({ signature }) => signature),
      );
      history.settle(finalizedSlot());
      return transactions.length - taken.length;
    },
    dropFork: (count) => {
      const kept = slots.head().slot - count;
      if (kept < finalizedSlot()) throw new Error("final slots cannot be dropped");
      for (const account of history.changedSince(kept)) resetAccount(svm, account);
      history.undo(kept);
      landed.cut(kept);
      slots.cut(kept);
      moveClock(svm, kept, slots.head().timeSeconds);
    },
  };
}

interface Executed {
  readonly outcome: Omit<LandedTransaction, "transaction" | "slot" | "timeSeconds">;
  /** The accounts before execution. */
  readonly replaced: readonly MaybeEncodedAccount[];
}

/** Undefined if the runtime would not even charge a fee. */
function execute(svm: LiteSVM, transaction: IncomingTransaction): Executed | undefined {
  const before = stateOf(svm, transaction);
  const execution = send(svm, transaction);
  const after = stateOf(svm, transaction);
  // A transaction that paid no fee was not executed and is not in a block.
  if (execution === undefined || before.balances[0] === after.balances[0]) return undefined;
  const meta = metadataOf(execution);
  const outcome = {
    error: errorOf(execution),
    logs: meta.logs(),
    computed: meta.computeUnitsConsumed(),
    preBalances: before.balances,
    postBalances: after.balances,
    preTokenBalances: before.tokens,
    postTokenBalances: after.tokens,
  };
  return { outcome, replaced: before.changeable.flatMap((account) => account ?? []) };
}

function send(svm: LiteSVM, { decoded }: IncomingTransaction): Execution | undefined {
  try {
    return svm.sendTransaction(decoded);
  } catch {
    // The engine throws if a signature is missing.
    return undefined;
  }
}

interface State {
  readonly balances: readonly bigint[];
  /** In the order of the accounts; undefined for those that the transaction cannot change, such as programs. */
  readonly changeable: readonly (MaybeEncodedAccount | undefined)[];
  readonly tokens: readonly TokenBalance[];
}

function stateOf(svm: LiteSVM, transaction: IncomingTransaction): State {
  const { accounts } = transaction;
  const changeable = accounts.map((account, index) =>
    isWritable(transaction, index) ? svm.getAccount(account) : undefined,
  );
  return {
    balances: accounts.map((account) => svm.getBalance(account) ?? 0n),
    changeable,
    tokens: tokenBalancesOf(changeable, (account) => svm.getAccount(account)),
  };
}

function resetAccount(svm: LiteSVM, account: MaybeEncodedAccount): void {
  const emptyAccount = { lamports: lamports(0n), data: new Uint8Array(), executable: false, space: 0n };
  svm.setAccount(
    account.exists ? account : { ...emptyAccount, address: account.address, programAddress: systemProgram },
  );
}

const systemProgram = address("11111111111111111111111111111111");

function moveClock(svm: LiteSVM, slot: bigint, timeSeconds: number): void {
  const clock = svm.getClock();
  clock.slot = slot;
  clock.unixTimestamp = BigInt(timeSeconds);
  svm.setClock(clock);
}
