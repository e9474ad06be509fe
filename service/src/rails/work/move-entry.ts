import type { BankEntryState } from "../bank-work.ts";
import type { HappeningType } from "./happening-store.ts";

/** What becomes of an entry by what the bank said, and whether its owner is to hear of it. */
export type Move =
  | { readonly isTold: true; readonly state: BankEntryState }
  /** Said before, or overtaken by what was said since. */
  | { readonly isTold: false; readonly isContradiction: false }
  /** Cannot be, after what the bank has said before: a person has to ask it. */
  | { readonly isTold: false; readonly isContradiction: true };

const overtaken: Move = { isTold: false, isContradiction: false };
const contradiction: Move = { isTold: false, isContradiction: true };

export function moveEntry(state: BankEntryState, type: Exclude<HappeningType, "received">): Move {
  switch (type) {
    case "settled":
      return settle(state);
    case "rejected":
      return reject(state);
    case "returned":
      return comeBack(state);
    case "corrected":
      return { isTold: true, state };
  }
}

function settle(state: BankEntryState): Move {
  switch (state) {
    case "filed":
    case "sent":
      return { isTold: true, state: "settled" };
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
      return { isTold: true, state: "rejected" };
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
      return { isTold: true, state: "returned" };
    case "returned":
      return overtaken;
    case "queued":
    case "rejected":
    case "withdrawn":
      return contradiction;
  }
}
