import type { TransferTimeline } from "./transfer.ts";

type Entry = TransferTimeline["entries"][number];
export type MainEntry = Extract<Entry, { readonly type: "state" | "audit" }>;
export type RecordEntry = Exclude<Entry, MainEntry>;

/** A status change or decision, with the records that it led to. */
export interface FoldedEntry {
  readonly main: MainEntry;
  readonly records: readonly RecordEntry[];
}

/** Records before the first status change, such as an early wire, belong to it. */
export function foldEntries(entries: readonly Entry[]): readonly FoldedEntry[] {
  const folded: { readonly main: MainEntry; readonly records: RecordEntry[] }[] = [];
  const early: RecordEntry[] = [];
  for (const entry of entries) {
    if (entry.type === "state" || entry.type === "audit")
      folded.push({ main: entry, records: early.splice(0) });
    else (folded.at(-1)?.records ?? early).push(entry);
  }
  return folded;
}

const kindWords = {
  payment: ["payment", "payments"],
  chain_transaction: ["chain transaction", "chain transactions"],
  posting: ["ledger record", "ledger records"],
  event: ["event", "events"],
} as const;

/** "1 payment, 2 ledger records" */
export function countWords(records: readonly RecordEntry[]): string {
  const kinds = ["payment", "chain_transaction", "posting", "event"] as const;
  return kinds
    .flatMap((kind) => {
      const count = records.filter(({ type }) => type === kind).length;
      return count === 0 ? [] : [`${count} ${kindWords[kind][count === 1 ? 0 : 1]}`];
    })
    .join(", ");
}
