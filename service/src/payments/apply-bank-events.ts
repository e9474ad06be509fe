import { assert } from "../kernel/assert.ts";
import type { Instant } from "../kernel/instant.ts";
import type { BankEvent } from "../rails/bank-work.ts";
import { advance, type BankWord, contradicts, type Transition } from "./machine.ts";
import type { PaymentId } from "./payment.ts";
import type { PaymentUpdate } from "./payments.ts";
import type { StoredPayment } from "./stored-payment.ts";

/** A bank event of one of our entries. */
export type EntryBankEvent = Exclude<BankEvent, { readonly type: "received" }>;

export interface Applied {
  /** Changed payments, in their final state. */
  readonly changed: readonly StoredPayment[];
  /** In order of occurrence. */
  readonly update: readonly PaymentUpdate[];
  /** Debits returned while their money was in suspense: the owner had released it, so suspense is debited. */
  readonly takenBack: readonly PaymentUpdate[];
  /** Payments for which the bank sent a notification of change. */
  readonly corrected: readonly StoredPayment[];
  readonly contradictions: readonly Contradiction[];
}

/** A bank event that contradicts an earlier one. */
export interface Contradiction {
  readonly paymentId: PaymentId;
  readonly status: StoredPayment["status"];
  readonly word: BankWord;
}

/** Applies bank events to their payments, in order. */
export function applyBankEvents(
  payments: readonly StoredPayment[],
  bankEvents: readonly EntryBankEvent[],
  now: Instant,
): Applied {
  const current = new Map<string, StoredPayment>(payments.map((payment) => [payment.id, payment]));
  const changed = new Set<string>();
  const update: PaymentUpdate[] = [];
  const takenBack: PaymentUpdate[] = [];
  const corrected: StoredPayment[] = [];
  const contradictions: Contradiction[] = [];
  for (const bankEvent of bankEvents) {
    const payment = current.get(bankEvent.entry.subject);
    assert(payment !== undefined, "every bank entry has a payment");
    const step = stepOf(payment, bankEvent, now);
    if (step.contradiction !== undefined) contradictions.push(step.contradiction);
    if (step.next === undefined) continue;
    current.set(payment.id, step.next);
    changed.add(payment.id);
    if (step.update === undefined) corrected.push(step.next);
    else if (step.isTakenBack === true) takenBack.push(step.update);
    else update.push(step.update);
  }
  return {
    changed: [...current.values()].filter(({ id }) => changed.has(id)),
    update,
    takenBack,
    corrected,
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

function stepOf(payment: StoredPayment, bankEvent: EntryBankEvent, now: Instant): Step {
  if (bankEvent.type === "corrected") return correct(payment, bankEvent.reason.code, now);
  const { status } = payment;
  const transition = advance(status, bankEvent.type);
  if (transition !== undefined) return move(payment, bankEvent, transition, now);
  if (!contradicts(status, bankEvent.type)) return {};
  return { contradiction: { paymentId: payment.id, status, word: bankEvent.type } };
}

function correct(payment: StoredPayment, code: string, now: Instant): Step {
  if (payment.correctionCode === code) return {};
  return { next: { ...payment, correctionCode: code, updatedAt: now } };
}

function move(
  payment: StoredPayment,
  bankEvent: Exclude<EntryBankEvent, { readonly type: "corrected" }>,
  { status, update }: Transition,
  now: Instant,
): Step {
  const { details } = payment;
  const traceNumber = bankEvent.entry.traceNumber ?? details.traceNumber;
  const imad = (bankEvent.type === "settled" ? bankEvent.imad : undefined) ?? details.imad;
  const moved = { ...payment, status, details: { ...details, traceNumber, imad }, updatedAt: now };
  if (bankEvent.type === "settled") return { next: moved, update: { type: "completed", payment: moved } };
  const { reason } = bankEvent;
  const wasComplete = payment.status === "complete";
  if (wasComplete && payment.hold !== undefined && payment.returnId === undefined) {
    const taken = { ...moved, reason, hold: undefined };
    return {
      next: taken,
      update: { type: "returned", payment: taken, wasComplete, reason },
      isTakenBack: true,
    };
  }
  const next = { ...moved, reason };
  return {
    next,
    update:
      update === "returned"
        ? { type: "returned", payment: next, wasComplete, reason }
        : { type: "failed", payment: next, reason },
  };
}
