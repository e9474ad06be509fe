import type { SentTransaction, WorkHistory } from "../../chains/work/history-store.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Transfer } from "../../transfers/index.ts";
import { type ExplorerUrls, explorerUrl } from "./explorer-url.ts";
import type { ChainTransactionEntry } from "./timeline-entry.ts";

export interface TransactionFacts {
  readonly transfer: Transfer;
  readonly works: ReadonlyMap<string, WorkHistory>;
  readonly urls: ExplorerUrls;
  /** The times of the transfer's states, in their order. */
  readonly states: readonly string[];
}

/** What was sent to chains for a transfer: each transaction, or the work alone while there is none. */
export function transactionEntries({
  transfer,
  works,
  urls,
  states,
}: TransactionFacts): readonly ChainTransactionEntry[] {
  return deedsOf(transfer).flatMap(({ end, workId, transactionId }) => {
    const work = works.get(workId);
    if (work === undefined) return [];
    const context = { end, work, network: transfer.network, urls, states };
    const sent = work.transactions.map((transaction) => sentEntry(context, transaction));
    if (sent.length > 0) return sent;
    return [unsentEntry(context, work.transactionId ?? transactionId)];
  });
}

interface Deed {
  readonly end: ChainTransactionEntry["end"];
  readonly workId: string;
  readonly transactionId: string | undefined;
}

interface Context extends Pick<Transfer, "network">, Pick<TransactionFacts, "urls" | "states"> {
  readonly end: Deed["end"];
  readonly work: WorkHistory;
}

/** Work and orders are written some milliseconds before the state that begins them, and in one transaction with it. */
export function begunWith(states: readonly string[], createdAt: Instant): string {
  const written = formatInstant(createdAt);
  return states.find((at) => at >= written) ?? written;
}

/** The ids of the work that a transfer has had done on chains. */
export function deedsOf({ source, destination, undoing }: Transfer): readonly Deed[] {
  const chosen = [
    { end: "source", leg: source.medium === "chain" ? source : undefined },
    { end: "destination", leg: destination.medium === "chain" ? destination : undefined },
    { end: "undoing", leg: undoing },
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

/** Without a transaction of its own: not begun, refused before any was signed, or known only by how it ended. */
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
      // One that the chain included without effect is settled as well; then another did it, or none.
      return work.state === "done" && work.transactionId === transactionId ? "final" : "failed";
  }
}

function confirmationsOf({ finalHeight }: WorkHistory, height: bigint | undefined): number | null {
  if (height === undefined) return null;
  if (finalHeight === undefined || finalHeight < height) return 0;
  return Number(finalHeight - height + 1n);
}
