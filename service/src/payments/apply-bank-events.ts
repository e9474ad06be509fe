import { assert } from "../kernel/assert.ts";
import type { Instant } from "../kernel/instant.ts";
import {
  type BankEntryState,
  type BankEventEffect,
  type BankReason,
  type EntryEnd,
  type EntryEvent,
  effectOf,
} from "../rails/bank-work.ts";
import type { CorrectedAccount } from "../rails/nacha/corrected-data.ts";
import type { PaymentId, PaymentStatus } from "./payment.ts";
import type { PaymentUpdate } from "./payments.ts";
import type { StoredPayment } from "./stored-payment.ts";

export interface Applied {
  /** Changed payments, in their final state. */
  readonly changed: readonly StoredPayment[];
  /** In order of occurrence. */
  readonly update: readonly PaymentUpdate[];
  /** Debits returned while their money was in suspense: the owner had released it, so suspense is debited. */
  readonly takenBack: readonly PaymentUpdate[];
  /** Payments for which the bank sent a notification of change, and what it corrects. */
  readonly notified: readonly NotifiedPayment[];
  readonly contradictions: readonly Contradiction[];
}

export interface NotifiedPayment {
  readonly payment: StoredPayment;
  readonly reason: BankReason;
  readonly corrected: CorrectedAccount | undefined;
}

/** A bank event that contradicts an earlier one: nothing changes, but it needs manual review. */
export interface Contradiction {
  readonly paymentId: PaymentId;
  readonly status: PaymentStatus;
  readonly event: EntryEnd;
}

/** Applies bank events to their payments, in order. */
export function applyBankEvents(
  payments: readonly StoredPayment[],
  bankEvents: readonly EntryEvent[],
  now: Instant,
): Applied {
  const current = new Map<string, StoredPayment>(payments.map((payment) => [payment.id, payment]));
  const changed = new Set<string>();
  const update: PaymentUpdate[] = [];
  const takenBack: PaymentUpdate[] = [];
  const notified: NotifiedPayment[] = [];
  const contradictions: Contradiction[] = [];
  for (const bankEvent of bankEvents) {
    const payment = current.get(bankEvent.entry.subject);
    assert(payment !== undefined, "every bank entry has a payment");
    const step = stepOf(payment, bankEvent, now);
    if (step.contradiction !== undefined) contradictions.push(step.contradiction);
    if (bankEvent.type === "notification_of_change") {
      notified.push({ payment, reason: bankEvent.reason, corrected: bankEvent.corrected });
    }
    if (step.next === undefined) continue;
    current.set(payment.id, step.next);
    changed.add(payment.id);
    if (step.update === undefined) continue;
    if (step.isTakenBack === true) takenBack.push(step.update);
    else update.push(step.update);
  }
  return {
    changed: [...current.values()].filter(({ id }) => changed.has(id)),
    update,
    takenBack,
    notified,
    contradictions,
  };
}

interface Step {
  readonly next?: StoredPayment;
  readonly update?: PaymentUpdate;
  /** No owner is notified. */
  readonly isTakenBack?: boolean;
  readonly contradiction?: Contradiction;
}

function stepOf(payment: StoredPayment, bankEvent: EntryEvent, now: Instant): Step {
  if (bankEvent.type === "notification_of_change") {
    const { code } = bankEvent.reason;
    return payment.correctionCode === code
      ? {}
      : { next: { ...payment, correctionCode: code, updatedAt: now } };
  }
  const { id: paymentId, status } = payment;
  switch (effectOnPayment(status, bankEvent.type)) {
    case "applies":
      return move(payment, bankEvent, now);
    case "superseded":
      return {};
    case "contradicts":
      return { contradiction: { paymentId, status, event: bankEvent.type } };
  }
}

/** A payment follows its bank entry: its statuses are states of the entry. */
export function effectOnPayment(status: PaymentStatus, type: EntryEnd): BankEventEffect {
  return effectOf(entryStates[status], type);
}

const entryStates = {
  pending: "sent",
  complete: "settled",
  failed: "rejected",
  returned: "returned",
} as const satisfies Record<PaymentStatus, BankEntryState>;

/** Status of a payment after a bank event that applies. */
export const statusAfter = {
  settled: "complete",
  rejected: "failed",
  returned: "returned",
} as const satisfies Record<EntryEnd, PaymentStatus>;

function move(
  payment: StoredPayment,
  bankEvent: Extract<EntryEvent, { readonly type: EntryEnd }>,
  now: Instant,
): Step {
  const { details } = payment;
  const traceNumber = bankEvent.entry.traceNumber ?? details.traceNumber;
  const status = statusAfter[bankEvent.type];
  const moved = { ...payment, status, details: { ...details, traceNumber }, updatedAt: now };
  switch (bankEvent.type) {
    case "settled": {
      const imad = bankEvent.imad ?? details.imad;
      const next = { ...moved, details: { ...moved.details, imad } };
      return { next, update: { type: "settled", payment: next } };
    }
    case "rejected": {
      const { reason } = bankEvent;
      const next = { ...moved, reason };
      return { next, update: { type: "rejected", payment: next, reason } };
    }
    case "returned": {
      const { reason } = bankEvent;
      const wasComplete = payment.status === "complete";
      const isTakenBack = wasComplete && payment.hold !== undefined && payment.returnId === undefined;
      const next = { ...moved, reason, hold: isTakenBack ? undefined : payment.hold };
      return { next, update: { type: "returned", payment: next, wasComplete, reason }, isTakenBack };
    }
  }
}
