import type { AddressId } from "../addresses/index.ts";
import { assert } from "../kernel/assert.ts";
import type { Id } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { Operation } from "../ledger/index.ts";
import { outsideDollars, type PaymentId, type PaymentUpdate } from "../payments/index.ts";
import type { CreditRail } from "../rails/rail.ts";
import { type TreasuryScope, treasuryDollars } from "./treasury.ts";

export type WithdrawalId = Id<"treasury-withdrawal">;
export type WithdrawalRail = CreditRail;
export type WithdrawalStatus = "pending" | "complete" | "failed" | "returned";

/** Dollars withdrawn from the treasury to a bank account of the managing account. */
export interface Withdrawal extends TreasuryScope {
  readonly id: WithdrawalId;
  readonly paymentId: PaymentId;
  readonly addressId: AddressId;
  readonly rail: WithdrawalRail;
  readonly amountCents: bigint;
  readonly status: WithdrawalStatus;
  /** The bank's reason code, if it failed or was returned. */
  readonly reasonCode: string | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Hold placed before the bank order. */
export function holdFor(withdrawal: Withdrawal): Operation {
  return { type: "hold", key: holdKey(withdrawal), account: treasuryDollars, units: withdrawal.amountCents };
}

/** Updates of an order: all except incoming payments. */
export type OrderUpdate = Exclude<PaymentUpdate, { readonly type: "received" }>;

/** New state of a withdrawal, and its ledger operation. */
export interface WithdrawalChange {
  readonly withdrawal: Withdrawal;
  readonly operation: Operation;
}

/** Undefined for outdated updates: a final status does not change, but a complete withdrawal may still be returned. */
export function changeBy(
  withdrawal: Withdrawal,
  update: OrderUpdate,
  now: Instant,
): WithdrawalChange | undefined {
  const { status } = withdrawal;
  if (status !== "pending" && !(status === "complete" && update.type === "returned")) return undefined;
  switch (update.type) {
    case "settled":
      return {
        withdrawal: { ...withdrawal, status: "complete", updatedAt: now },
        operation: paid(withdrawal),
      };
    case "rejected":
      return ended(withdrawal, { status: "failed", reasonCode: update.reason.code, now });
    case "returned":
      return ended(withdrawal, { status: "returned", reasonCode: update.reason.code, now });
  }
}

interface End {
  readonly status: "failed" | "returned";
  readonly reasonCode: string;
  readonly now: Instant;
}

/** The dollars go back to the treasury: the hold is voided, or they are credited if they had been paid. */
function ended(withdrawal: Withdrawal, { status, reasonCode, now }: End): WithdrawalChange {
  assert(withdrawal.status !== "complete" || status === "returned", "a complete withdrawal cannot fail");
  const operation = withdrawal.status === "complete" ? cameBack(withdrawal) : released(withdrawal);
  return { withdrawal: { ...withdrawal, status, reasonCode, updatedAt: now }, operation };
}

function paid(withdrawal: Withdrawal): Operation {
  const { amountCents } = withdrawal;
  return {
    type: "post_hold",
    key: keyOf(withdrawal, "paid"),
    holdKey: holdKey(withdrawal),
    postings: [
      { account: treasuryDollars, units: -amountCents },
      { account: outsideDollars, units: amountCents },
    ],
  };
}

function released(withdrawal: Withdrawal): Operation {
  return { type: "void_hold", key: keyOf(withdrawal, "released"), holdKey: holdKey(withdrawal) };
}

function cameBack(withdrawal: Withdrawal): Operation {
  const { amountCents } = withdrawal;
  return {
    type: "post",
    key: keyOf(withdrawal, "came-back"),
    postings: [
      { account: outsideDollars, units: -amountCents },
      { account: treasuryDollars, units: amountCents },
    ],
  };
}

function holdKey(withdrawal: Withdrawal): string {
  return keyOf(withdrawal, "held");
}

function keyOf({ id }: Withdrawal, effect: string): string {
  return `treasury/withdrawal/${id}/${effect}`;
}
