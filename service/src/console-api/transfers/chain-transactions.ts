import type { SentTransaction, WorkHistory } from "../../chains/engine/history-store.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Transfer } from "../../transfers/index.ts";
import { type ExplorerUrls, explorerUrl } from "./explorer-url.ts";
import type { ChainTransactionEntry } from "./timeline-entry.ts";

export interface TransactionFacts {
  readonly transfer: Transfer;
  readonly works: ReadonlyMap<string, WorkHistory>;
  readonly urls: ExplorerUrls;
  /** The times of the transfer's states, in order. */
  readonly states: readonly string[];
}

/** Chain entries of a transfer: each transaction, or the operation while there is none. */
export function transactionEntries({
  transfer,
  works,
  urls,
  states,
}: TransactionFacts): readonly ChainTransactionEntry[] {
  return operationsOf(transfer).flatMap(({ end, workId, transactionId }) => {
    const work = works.get(workId);
    if (work === undefined) return [];
    const context = { end, work, network: transfer.network, urls, states };
    const sent = work.transactions.map((transaction) => sentEntry(context, transaction));
    if (sent.length > 0) return sent;
    return [unsentEntry(context, work.transactionId ?? transactionId)];
  });
}

interface LedgerEffect {
  readonly end: ChainTransactionEntry["end"];
  readonly workId: string;
  readonly transactionId: string | undefined;
}

interface Context extends Pick<Transfer, "network">, Pick<TransactionFacts, "urls" | "states"> {
  readonly end: LedgerEffect["end"];
  readonly work: WorkHistory;
}

/** Operations and orders are written some milliseconds before the state that starts them, in the same transaction. */
export function begunWith(states: readonly string[], createdAt: Instant): string {
  const written = formatInstant(createdAt);
  return states.find((at) => at >= written) ?? written;
}

/** The ids of a transfer's chain operations. */
export function operationsOf({ source, destination, reversal }: Transfer): readonly LedgerEffect[] {
  const chosen = [
    { end: "source", leg: source.medium === "chain" ? source : undefined },
    { end: "destination", leg: destination.medium === "chain" ? destination : undefined },
    { end: "refund", leg: reversal },
  ] as const;
  return chosen.flatMap(({ end, leg }) =>
    leg?.workId === undefined ? [] : [{ end, workId: leg.workId, transactionId: leg.transactionId }],
  );
}

function sentEntry(context: Context, transaction: SentTransaction): ChainTransactionEntry {
  const { end, work, network, urls } = context;
  const { transactionId, height } = transaction;
  const state = stateOf(work, transaction);
  return {
    type: "chain_transaction",
    at: formatInstant(transaction.sentAt ?? transaction.createdAt),
    end,
    chain: work.chain,
    state,
    transaction_id: transactionId,
    block_height: height?.toString() ?? null,
    confirmations: confirmationsOf(work, height),
    failure_reason: state === "failed" ? (work.failureReason ?? null) : null,
    explorer_url: explorerUrl(urls, { network, chain: work.chain }, transactionId),
  };
}

/** Without its own transaction: not started, rejected before signing, or known only by its result. */
function unsentEntry(
  { end, work, network, urls, states }: Context,
  transactionId: string | undefined,
): ChainTransactionEntry {
  const { chain } = work;
  const unfinished = work.state === "failed" ? "failed" : "queued";
  return {
    type: "chain_transaction",
    at: begunWith(states, work.createdAt),
    end,
    chain,
    state: transactionId === undefined ? unfinished : "final",
    transaction_id: transactionId ?? null,
    block_height: null,
    confirmations: null,
    failure_reason: work.failureReason ?? null,
    explorer_url: transactionId === undefined ? null : explorerUrl(urls, { network, chain }, transactionId),
  };
}

function stateOf(
  work: WorkHistory,
  { state, transactionId }: SentTransaction,
): ChainTransactionEntry["state"] {
  switch (state) {
    case "signed":
    case "sent":
    case "included":
    case "dead":
      return state;
    case "settled":
      // A transaction that was included but reverted is settled as well; then another one succeeded, or none.
      return work.state === "done" && work.transactionId === transactionId ? "final" : "failed";
  }
}

function confirmationsOf({ finalHeight }: WorkHistory, height: bigint | undefined): number | null {
  if (height === undefined) return null;
  if (finalHeight === undefined || finalHeight < height) return 0;
  return Number(finalHeight - height + 1n);
}
