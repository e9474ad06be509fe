import type { LedgerChain } from "./ledger-chain.ts";
import { viewOf } from "./ledger-state.ts";
import type { ReadTransaction } from "./read-transaction.ts";
import { encodeResult, type RefusalCode, type TransactionOutcome } from "./transaction-result.ts";
import { feeOf, feeSourceOf, minimumFee, validate } from "./validate-transaction.ts";

export type SendResponse =
  | { readonly status: "PENDING" | "DUPLICATE" | "TRY_AGAIN_LATER" }
  | { readonly status: "ERROR"; readonly errorResultXdr: string };

/** Pending transactions: one per source account, as in stellar-core. */
export interface TransactionQueue {
  add(transaction: ReadTransaction, closeTime: number): SendResponse;
  /** The next transactions, in the order received; they stay pending until removed. */
  next(): readonly ReadTransaction[];
  remove(transactions: readonly ReadTransaction[]): void;
  size(): number;
}

const maxWaiting = 10_000;
const maxInLedger = 1000;
/** A replacement must offer this multiple of the previous fee. */
const replacementFactor = 10n;

export function createTransactionQueue(chain: LedgerChain): TransactionQueue {
  const bySource = new Map<string, ReadTransaction>();

  const error = (transaction: ReadTransaction, outcome: TransactionOutcome, fee = 0n): SendResponse => ({
    status: "ERROR",
    errorResultXdr: encodeResult(transaction, outcome, fee).toXDR("base64"),
  });
  const refuse = (transaction: ReadTransaction, code: RefusalCode): SendResponse =>
    error(transaction, { code, at: code === "txInsufficientFee" ? "outer" : "inner" });

  /** Why a transaction cannot replace the pending one of its source. */
  const displace = (waiting: ReadTransaction, sent: ReadTransaction): SendResponse | undefined => {
    if (isSame(waiting, sent)) return { status: "DUPLICATE" };
    if (sent.inner.sequence < waiting.inner.sequence) return refuse(sent, "txBadSeq");
    if (sent.feeBump === undefined || sent.inner.sequence !== waiting.inner.sequence)
      return { status: "TRY_AGAIN_LATER" };
    const isBetter =
      feeOf(sent) * minimumFee(waiting) >= replacementFactor * feeOf(waiting) * minimumFee(sent);
    return isBetter ? undefined : refuse(sent, "txInsufficientFee");
  };

  const promisedFees = (transaction: ReadTransaction): bigint => {
    const payer = feeSourceOf(transaction);
    return [...bySource.values()]
      .filter((other) => feeSourceOf(other) === payer && other.inner.source !== transaction.inner.source)
      .reduce((sum, other) => sum + feeOf(other), 0n);
  };

  return {
    add: (transaction, closeTime) => {
      const { source } = transaction.inner;
      const waiting = bySource.get(source);
      const obstacle = waiting === undefined ? undefined : displace(waiting, transaction);
      if (obstacle !== undefined) return obstacle;
      if (waiting === undefined && bySource.size >= maxWaiting) return { status: "TRY_AGAIN_LATER" };
      const view = viewOf(chain.state, chain.latest().sequence + 1);
      const moment = { closeTime: BigInt(closeTime), promisedFees: promisedFees(transaction) };
      const outcome = validate(transaction, view, moment);
      if (outcome !== undefined) return error(transaction, outcome, minimumFee(transaction));
      bySource.set(source, transaction);
      return { status: "PENDING" };
    },
    next: () => [...bySource.values()].slice(0, maxInLedger),
    remove: (transactions) => {
      for (const transaction of transactions) {
        const { source } = transaction.inner;
        if (bySource.get(source) === transaction) bySource.delete(source);
      }
    },
    size: () => bySource.size,
  };
}

/** The same bytes, or the inner transaction of a pending fee bump. */
function isSame(waiting: ReadTransaction, sent: ReadTransaction): boolean {
  return waiting.id === sent.id || waiting.inner.signed.hash.toString("hex") === sent.id;
}
