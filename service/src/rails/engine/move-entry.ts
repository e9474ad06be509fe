import type { BankEntryState } from "../bank-work.ts";
import type { BankEventType } from "./bank-event-store.ts";

/** Effect of a bank event on an entry, and whether it is published. */
export type Move =
  | { readonly isReported: true; readonly state: BankEntryState }
  /** A repeated event, or one superseded by a later event. */
  | { readonly isReported: false; readonly isContradiction: false }
  /** Contradicts an earlier event: needs manual review. */
  | { readonly isReported: false; readonly isContradiction: true };

const overtaken: Move = { isReported: false, isContradiction: false };
const contradiction: Move = { isReported: false, isContradiction: true };

export function moveEntry(state: BankEntryState, type: Exclude<BankEventType, "received">): Move {
  switch (type) {
    case "settled":
      return settle(state);
    case "rejected":
      return reject(state);
    case "returned":
      return comeBack(state);
    case "corrected":
      return { isReported: true, state };
  }
}

function settle(state: BankEntryState): Move {
  switch (state) {
    case "filed":
    case "sent":
      return { isReported: true, state: "settled" };
    case "settled":
    case "returned":
      return overtaken;
    case "queued":
    case "rejected":
    case "withdrawn":
      return contradiction;
  }
}

function reject(state: BankEntryState): Move {
  switch (state) {
    case "queued":
    case "filed":
    case "sent":
      return { isReported: true, state: "rejected" };
    case "rejected":
      return overtaken;
    case "settled":
    case "returned":
    case "withdrawn":
      return contradiction;
  }
}

function comeBack(state: BankEntryState): Move {
  switch (state) {
    case "filed":
    case "sent":
    case "settled":
      return { isReported: true, state: "returned" };
    case "returned":
      return overtaken;
    case "queued":
    case "rejected":
    case "withdrawn":
      return contradiction;
  }
}
