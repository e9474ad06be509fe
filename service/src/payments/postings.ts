import { assert } from "../kernel/assert.ts";
import { usd } from "../kernel/money.ts";
import type { LedgerAccount, Operation } from "../ledger/index.ts";
import type { Payment } from "./payment.ts";

/** External money: the negative of this balance is our balance at the bank. */
export const outside: LedgerAccount = { kind: "external", asset: usd };

/** Received money without an owner. */
export function suspenseOf({ accountId }: Pick<Payment, "accountId">): LedgerAccount {
  return { kind: "suspense", owner: accountId ?? "unmatched", asset: usd };
}

/** Holds an incoming payment in suspense. */
export function heldPosting(payment: Payment): Operation {
  return posting(`payment/${payment.id}/suspense`, outside, suspenseOf(payment), payment.amountCents);
}

/** Unmatched money moves to the journal of its tenant: it leaves the platform's journal through `external`. */
export function handedOverPosting(payment: Payment): Operation {
  return posting(`payment/${payment.id}/handed_over`, suspenseOf(payment), outside, payment.amountCents);
}

/** A debit whose money is in suspense was returned. */
export function takenBackPosting(payment: Payment): Operation {
  return posting(`payment/${payment.id}/taken_back`, suspenseOf(payment), outside, payment.amountCents);
}

/** A returned debit left the customer owing its amount, and the money of that debit in suspense repays it. */
export function setOffPosting(payment: Payment): Operation {
  assert(payment.accountId !== undefined, "a debit has an account");
  const owed = owedByCustomer(payment.accountId);
  return posting(`payment/${payment.id}/set_off`, suspenseOf(payment), owed, payment.amountCents);
}

/** Receivable from a customer: a debit was returned after its funds were delivered. */
export function owedByCustomer(accountId: string): LedgerAccount {
  return { kind: "receivable", owner: accountId, asset: usd };
}

/** The return to the sender has settled. */
export function sentBackPosting(returning: Payment): Operation {
  return posting(`payment/${returning.id}/sent_back`, suspenseOf(returning), outside, returning.amountCents);
}

/** The return to the sender was itself returned. */
export function cameBackPosting(returning: Payment): Operation {
  return posting(`payment/${returning.id}/came_back`, outside, suspenseOf(returning), returning.amountCents);
}

function posting(key: string, from: LedgerAccount, to: LedgerAccount, cents: bigint): Operation {
  return {
    type: "post",
    key,
    postings: [
      { account: from, units: -cents },
      { account: to, units: cents },
    ],
  };
}
