import type { PaymentStatus } from "./payment.ts";

/** What a bank says of an entry that we have sent. */
export type BankWord = "settled" | "rejected" | "returned";

export interface Transition {
  readonly status: PaymentStatus;
  /** What its owner is told. */
  readonly news: "completed" | "failed" | "returned";
}

/** Where a word of the bank leads to; undefined where it changes nothing, because it is old or said again. */
export function advance(status: PaymentStatus, word: BankWord): Transition | undefined {
  switch (status) {
    case "pending":
      return fromPending(word);
    case "complete":
      return word === "returned" ? { status: "returned", news: "returned" } : undefined;
    case "failed":
    case "returned":
      return undefined;
  }
}

function fromPending(word: BankWord): Transition {
  switch (word) {
    case "settled":
      return { status: "complete", news: "completed" };
    case "rejected":
      return { status: "failed", news: "failed" };
    case "returned":
      return { status: "returned", news: "returned" };
  }
}

/** The bank takes back what it said before: nothing is changed by that, but somebody has to ask the bank. */
export function contradicts(status: PaymentStatus, word: BankWord): boolean {
  switch (status) {
    case "failed":
      return word !== "rejected";
    case "complete":
    case "returned":
      return word === "rejected";
    case "pending":
      return false;
  }
}
