import { assert } from "../../kernel/assert.ts";
import type { BankEntryState, BankHappening, EntryRef } from "../bank-work.ts";
import type { StoredEntry } from "./entry-store.ts";
import type { StoredHappening } from "./happening-store.ts";
import { moveEntry } from "./move-entry.ts";
import type { HappeningContent } from "./sealed-happening.ts";

/** A happening that waits, with what is sealed of it. */
export interface Opened {
  readonly stored: StoredHappening;
  readonly content: HappeningContent;
}

/** What is told, and what becomes of everything by it. */
export interface Telling {
  readonly news: readonly BankHappening[];
  /** Of entries that move. */
  readonly states: ReadonlyMap<string, BankEntryState>;
  readonly outcomes: ReadonlyMap<string, "told" | "superseded">;
  readonly contradictions: readonly StoredHappening[];
}

/** In the order in which the bank said it; each sees the entry as the one before has left it. */
export function planTelling(happenings: readonly Opened[], entries: readonly StoredEntry[]): Telling {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const states = new Map<string, BankEntryState>();
  const outcomes = new Map<string, "told" | "superseded">();
  const news: BankHappening[] = [];
  const contradictions: StoredHappening[] = [];
  for (const { stored, content } of happenings) {
    const { type, entryId } = stored;
    if (type === "received") {
      outcomes.set(stored.id, "told");
      news.push(receivedOf(content));
      continue;
    }
    const entry = byId.get(entryId ?? "");
    assert(entry !== undefined, "what is said of an entry is told with it");
    const move = moveEntry(states.get(entry.id) ?? entry.state, type);
    outcomes.set(stored.id, move.isTold ? "told" : "superseded");
    if (move.isTold) {
      states.set(entry.id, move.state);
      news.push(newsOf(type, entry, content));
    } else if (move.isContradiction) contradictions.push(stored);
  }
  return { news, states, outcomes, contradictions };
}

function receivedOf(content: HappeningContent): BankHappening {
  assert("receipt" in content, "what was received has a receipt");
  return { type: "received", receipt: content.receipt };
}

function newsOf(
  type: Exclude<BankHappening["type"], "received">,
  { id, subject, traceNumber }: StoredEntry,
  content: HappeningContent,
): BankHappening {
  assert("at" in content, "what is said of an entry has its time");
  const { at, imad, reason } = content;
  const entry: EntryRef = { id, subject, traceNumber };
  if (type === "settled") return { type, entry, at, imad };
  assert(reason !== undefined, "what went wrong has a reason");
  return { type, entry, at, reason };
}
