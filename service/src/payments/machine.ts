import type { PaymentStatus } from "./payment.ts";

/** Type of a bank event of our entry. */
export type BankWord = "settled" | "rejected" | "returned";

export interface Transition {
  readonly status: PaymentStatus;
  /** Update for the owner. */
  readonly update: "completed" | "failed" | "returned";
}

/** Next status by a bank event; undefined when it changes nothing, because it is outdated or repeated. */
export function advance(status: PaymentStatus, word: BankWord): Transition | undefined {
  switch (status) {
    case "pending":
      return fromPending(word);
    case "complete":
      return word === "returned" ? { status: "returned", update: "returned" } : undefined;
    case "failed":
    case "returned":
      return undefined;
  }
}

function fromPending(word: BankWord): Transition {
  switch (word) {
    case "settled":
      return { status: "complete", update: "completed" };
    case "rejected":
      return { status: "failed", update: "failed" };
    case "returned":
      return { status: "returned", update: "returned" };
  }
}

/** The bank event contradicts an earlier one: nothing changes, but it needs manual review. */
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
