import { applyTransaction, chargeFee } from "./apply-transaction.ts";
import type { IncludedTransaction } from "./included-transaction.ts";
import { type LedgerEvent, ledgerEvents } from "./ledger-events.ts";
import { type LedgerHeader, nextHeader } from "./ledger-header.ts";
import { emptyState, type LedgerState, type LedgerView, viewOf } from "./ledger-state.ts";
import { type ReadTransaction, readTransaction } from "./read-transaction.ts";
import { encodeResult } from "./transaction-result.ts";
import { validate } from "./validate-transaction.ts";

/** A closed ledger: it never changes, and is never replaced. */
export interface ClosedLedger extends LedgerHeader {
  readonly transactions: readonly IncludedTransaction[];
  readonly events: readonly LedgerEvent[];
}

/** Everything that determines a ledger: the same content on the same ledgers gives the same hashes. */
export interface LedgerContent {
  /** In seconds. */
  readonly closeTime: number;
  readonly funds: readonly Fund[];
  /** Envelopes in XDR. */
  readonly transactions: readonly string[];
}

/** Created lumens, which only a simulator can provide. */
export interface Fund {
  readonly account: string;
  readonly stroops: string;
}

export interface LedgerChain {
  readonly passphrase: string;
  readonly state: LedgerState;
  latest(): ClosedLedger;
  oldest(): ClosedLedger;
  /** Undefined if it is not closed yet or was pruned. */
  ledger(sequence: number): ClosedLedger | undefined;
  /** By the hash of a transaction, or of the inner transaction of a fee bump. */
  transaction(hash: string): IncludedTransaction | undefined;
  close(content: LedgerContent): ClosedLedger;
}

/** The default retention of a real node: about a week. */
export const retentionLedgers = 120_960;

export function createLedgerChain(passphrase: string): LedgerChain {
  const state = emptyState();
  const first = nextHeader(undefined, { closeTime: 0, mark: passphrase, results: [] });
  const ledgers = new Map<number, ClosedLedger>([
    [first.sequence, { ...first, transactions: [], events: [] }],
  ]);
  const transactions = new Map<string, IncludedTransaction>();
  let latest = first.sequence;
  let oldest = first.sequence;

  const at = (sequence: number): ClosedLedger => {
    const ledger = ledgers.get(sequence);
    if (ledger === undefined) throw new Error(`ledger ${sequence} is missing`);
    return ledger;
  };
  const pruneOldest = (): void => {
    for (const { transaction } of at(oldest).transactions)
      for (const hash of hashesOf(transaction)) transactions.delete(hash);
    ledgers.delete(oldest);
    oldest += 1;
  };

  return {
    passphrase,
    state,
    latest: () => at(latest),
    oldest: () => at(oldest),
    ledger: (sequence) => ledgers.get(sequence),
    transaction: (hash) => transactions.get(hash),
    close: (content) => {
      const ledger = closeLedger({ state, passphrase, before: at(latest) }, content);
      latest = ledger.sequence;
      ledgers.set(latest, ledger);
      for (const included of ledger.transactions)
        for (const hash of hashesOf(included.transaction)) transactions.set(hash, included);
      if (ledgers.size > retentionLedgers) pruneOldest();
      return ledger;
    },
  };
}

interface Closing {
  readonly state: LedgerState;
  readonly passphrase: string;
  readonly before: ClosedLedger;
}

function closeLedger({ state, passphrase, before }: Closing, content: LedgerContent): ClosedLedger {
  const view = viewOf(state, before.sequence + 1);
  for (const fund of content.funds) giveLumens(view, fund);
  const read = content.transactions.map((envelope) => readTransaction(envelope, passphrase));
  const { closeTime } = content;
  const moment = { closeTime: BigInt(closeTime), promisedFees: 0n };
  // A transaction that became invalid while pending is not in the ledger, and costs nothing.
  const valid = read.filter((transaction) => validate(transaction, view, moment) === undefined);
  const fees = valid.map((transaction) => chargeFee(transaction, view));
  const applied = valid.map((transaction, index) => {
    const { outcome, events } = applyTransaction(transaction, view);
    const result = encodeResult(transaction, outcome, fees[index] ?? 0n);
    const included = {
      transaction,
      ledger: view.ledger,
      closeTime,
      order: index + 1,
      isSuccessful: outcome.code === "txSuccess",
      resultXdr: result.toXDR("base64"),
    };
    return { included, events: ledgerEvents(included, events, passphrase) };
  });
  const results = applied.map(({ included }) => `${included.transaction.id} ${included.resultXdr}`);
  return {
    ...nextHeader(before, { closeTime, mark: JSON.stringify(content.funds), results }),
    transactions: applied.map(({ included }) => included),
    events: applied.flatMap(({ events }) => events),
  };
}

function giveLumens(view: LedgerView, { account, stroops }: Fund): void {
  const existing = view.account(account);
  view.putAccount({
    id: account,
    sequence: BigInt(view.ledger) << 32n,
    flags: 0,
    thresholds: { master: 1, low: 0, medium: 0, high: 0 },
    signers: [],
    homeDomain: "",
    subentries: 0,
    sponsoring: 0,
    sponsored: 0,
    sponsor: undefined,
    ...existing,
    balance: (existing?.balance ?? 0n) + BigInt(stroops),
  });
}

function hashesOf({ id, inner, feeBump }: ReadTransaction): readonly string[] {
  return feeBump === undefined ? [id] : [id, inner.signed.hash.toString("hex")];
}
