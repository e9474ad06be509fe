import { assert } from "../kernel/assert.ts";
import { usd } from "../kernel/money.ts";
import type { LedgerAccount, Operation } from "../ledger/index.ts";
import type { Payment } from "./payment.ts";

/** What is outside, seen from here: our balance at the bank is what stands here, with the other sign. */
export const outside: LedgerAccount = { kind: "external", asset: usd };

/** Money that has arrived and that nobody has taken. */
export function suspenseOf({ accountId }: Pick<Payment, "accountId">): LedgerAccount {
  return { kind: "suspense", owner: accountId ?? "unmatched", asset: usd };
}

/** Money that arrived is put aside for a person. */
export function heldPosting(payment: Payment): Operation {
  return posting(`payment/${payment.id}/suspense`, outside, suspenseOf(payment), payment.amountCents);
}

/** Money of nobody turns out to be of a tenant, who has a journal of its own: it leaves this one by the same door. */
export function handedOverPosting(payment: Payment): Operation {
  return posting(`payment/${payment.id}/handed_over`, suspenseOf(payment), outside, payment.amountCents);
}

/** What we pulled was taken back by the bank, out of what nobody has taken. */
export function takenBackPosting(payment: Payment): Operation {
  return posting(`payment/${payment.id}/taken_back`, suspenseOf(payment), outside, payment.amountCents);
}

/** What a customer owes since a debit came back is paid by the money of that debit, which nobody has taken. */
export function setOffPosting(payment: Payment): Operation {
  assert(payment.accountId !== undefined, "what is pulled is pulled for an account");
  const owed = owedByCustomer(payment.accountId);
  return posting(`payment/${payment.id}/set_off`, suspenseOf(payment), owed, payment.amountCents);
}

/** What a customer owes us: a debit came back after what it paid for was given. */
export function owedByCustomer(accountId: string): LedgerAccount {
  return { kind: "receivable", owner: accountId, asset: usd };
}

/** Money has gone back to its sender, by a payment of its own. */
export function sentBackPosting(returning: Payment): Operation {
  return posting(`payment/${returning.id}/sent_back`, suspenseOf(returning), outside, returning.amountCents);
}

/** The sender's bank did not want it after all. */
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
