import { expect, test } from "vitest";
import { countWords, foldEntries, type RecordEntry } from "./fold-entries.ts";
import type { TransferTimeline } from "./transfer.ts";

type Entry = TransferTimeline["entries"][number];
const entry = (type: Entry["type"], at: string) => ({ type, at }) as Entry;

test("records are folded into the status change or decision before them", () => {
  const entries = [
    entry("payment", "0"),
    entry("state", "1"),
    entry("posting", "2"),
    entry("event", "3"),
    entry("audit", "4"),
    entry("state", "5"),
    entry("chain_transaction", "6"),
  ];
  const folded = foldEntries(entries).map(({ main, records }) => [main.at, records.map(({ at }) => at)]);
  expect(folded).toEqual([
    ["1", ["0", "2", "3"]],
    ["4", []],
    ["5", ["6"]],
  ]);
});

test("folded records are counted by kind", () => {
  const records = [entry("posting", "1"), entry("event", "2"), entry("posting", "3")] as RecordEntry[];
  expect(countWords(records)).toBe("2 ledger records, 1 event");
});
