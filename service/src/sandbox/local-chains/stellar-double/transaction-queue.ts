import type { LedgerChain } from "./ledger-chain.ts";
import { viewOf } from "./ledger-state.ts";
import type { ReadTransaction } from "./read-transaction.ts";
import { encodeResult, type RefusalCode, type TransactionVerdict } from "./transaction-result.ts";
import { feeOf, feeSourceOf, minimumFee, validate } from "./validate-transaction.ts";

export type SendAnswer =
  | { readonly status: "PENDING" | "DUPLICATE" | "TRY_AGAIN_LATER" }
  | { readonly status: "ERROR"; readonly errorResultXdr: string };

/** Transactions that wait for a ledger: one of each source account, as in stellar-core. */
export interface TransactionQueue {
  add(transaction: ReadTransaction, closeTime: number): SendAnswer;
  /** The next ones, in the order in which they came; they wait on until they are removed. */
  next(): readonly ReadTransaction[];
  remove(transactions: readonly ReadTransaction[]): void;
  size(): number;
}

const maxWaiting = 10_000;
const maxInLedger = 1000;
/** How many times the fee of the one before must be offered to take its place. */
const replacementFactor = 10n;

export function createTransactionQueue(chain: LedgerChain): TransactionQueue {
  const bySource = new Map<string, ReadTransaction>();

  const error = (transaction: ReadTransaction, verdict: TransactionVerdict, fee = 0n): SendAnswer => ({
    status: "ERROR",
    errorResultXdr: encodeResult(transaction, verdict, fee).toXDR("base64"),
  });
  const refuse = (transaction: ReadTransaction, code: RefusalCode): SendAnswer =>
    error(transaction, { code, at: code === "txInsufficientFee" ? "outer" : "inner" });

  /** What stands in the way of a transaction whose source has another one waiting. */
  const displace = (waiting: ReadTransaction, sent: ReadTransaction): SendAnswer | undefined => {
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
      .filter((one) => feeSourceOf(one) === payer && one.inner.source !== transaction.inner.source)
      .reduce((sum, one) => sum + feeOf(one), 0n);
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
      const verdict = validate(transaction, view, moment);
      if (verdict !== undefined) return error(transaction, verdict, minimumFee(transaction));
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

/** The same bytes, or what a fee bump that waits carries inside. */
function isSame(waiting: ReadTransaction, sent: ReadTransaction): boolean {
  return waiting.id === sent.id || waiting.inner.signed.hash.toString("hex") === sent.id;
}
