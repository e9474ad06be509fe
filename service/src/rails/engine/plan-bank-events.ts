import { assert } from "../../kernel/assert.ts";
import type { BankEntryState, BankEvent, EntryRef } from "../bank-work.ts";
import type { StoredBankEvent } from "./bank-event-store.ts";
import type { StoredEntry } from "./entry-store.ts";
import { moveEntry } from "./move-entry.ts";
import type { BankEventContent } from "./sealed-bank-event.ts";

/** A waiting bank event with its opened content. */
export interface Opened {
  readonly stored: StoredBankEvent;
  readonly content: BankEventContent;
}

/** Events to publish, and the resulting changes. */
export interface BankEventPlan {
  readonly update: readonly BankEvent[];
  /** Of entries that change state. */
  readonly states: ReadonlyMap<string, BankEntryState>;
  readonly outcomes: ReadonlyMap<string, "applied" | "superseded">;
  readonly contradictions: readonly StoredBankEvent[];
}

/** In the order reported by the bank; each event sees the entry as the previous one left it. */
export function planBankEvents(
  bankEvents: readonly Opened[],
  entries: readonly StoredEntry[],
): BankEventPlan {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const states = new Map<string, BankEntryState>();
  const outcomes = new Map<string, "applied" | "superseded">();
  const update: BankEvent[] = [];
  const contradictions: StoredBankEvent[] = [];
  for (const { stored, content } of bankEvents) {
    const { type, entryId } = stored;
    if (type === "received") {
      outcomes.set(stored.id, "applied");
      update.push(receivedOf(content));
      continue;
    }
    const entry = byId.get(entryId ?? "");
    assert(entry !== undefined, "an event of an entry needs the entry");
    const move = moveEntry(states.get(entry.id) ?? entry.state, type);
    outcomes.set(stored.id, move.isReported ? "applied" : "superseded");
    if (move.isReported) {
      states.set(entry.id, move.state);
      update.push(updateOf(type, entry, content));
    } else if (move.isContradiction) contradictions.push(stored);
  }
  return { update, states, outcomes, contradictions };
}

function receivedOf(content: BankEventContent): BankEvent {
  assert("incomingPayment" in content, "a received event has an incoming payment");
  return { type: "received", incomingPayment: content.incomingPayment };
}

function updateOf(
  type: Exclude<BankEvent["type"], "received">,
  { id, subject, traceNumber }: StoredEntry,
  content: BankEventContent,
): BankEvent {
  assert("at" in content, "an event of an entry has a time");
  const { at, imad, reason } = content;
  const entry: EntryRef = { id, subject, traceNumber };
  if (type === "settled") return { type, entry, at, imad };
  assert(reason !== undefined, "a rejection, return or correction has a reason");
  return { type, entry, at, reason };
}
