import { assert } from "../kernel/assert.ts";
import type { Instant } from "../kernel/instant.ts";
import type { BankHappening } from "../rails/bank-work.ts";
import { advance, type BankWord, contradicts, type Transition } from "./machine.ts";
import type { PaymentId } from "./payment.ts";
import type { PaymentNews } from "./payments.ts";
import type { StoredPayment } from "./stored-payment.ts";

/** What the bank said of an entry of ours. */
export type EntryHappening = Exclude<BankHappening, { readonly type: "received" }>;

export interface Applied {
  /** Payments that are different now, as they are at the end. */
  readonly changed: readonly StoredPayment[];
  /** In the order in which it happened. */
  readonly news: readonly PaymentNews[];
  /** Debits that came back while their money was in suspense: their owners had given it up, so it is gone from there. */
  readonly takenBack: readonly PaymentNews[];
  /** Payments whose data the other bank has corrected. */
  readonly corrected: readonly StoredPayment[];
  readonly contradictions: readonly Contradiction[];
}

/** The bank says something that cannot be true after what it said before. */
export interface Contradiction {
  readonly paymentId: PaymentId;
  readonly status: StoredPayment["status"];
  readonly word: BankWord;
}

/** Takes each payment through all that happened to it. */
export function applyHappenings(
  payments: readonly StoredPayment[],
  happenings: readonly EntryHappening[],
  now: Instant,
): Applied {
  const current = new Map<string, StoredPayment>(payments.map((payment) => [payment.id, payment]));
  const changed = new Set<string>();
  const news: PaymentNews[] = [];
  const takenBack: PaymentNews[] = [];
  const corrected: StoredPayment[] = [];
  const contradictions: Contradiction[] = [];
  for (const happening of happenings) {
    const payment = current.get(happening.entry.subject);
    assert(payment !== undefined, "an entry at the bank belongs to a payment");
    const step = stepOf(payment, happening, now);
    if (step.contradiction !== undefined) contradictions.push(step.contradiction);
    if (step.next === undefined) continue;
    current.set(payment.id, step.next);
    changed.add(payment.id);
    if (step.news === undefined) corrected.push(step.next);
    else if (step.isTakenBack === true) takenBack.push(step.news);
    else news.push(step.news);
  }
  return {
    changed: [...current.values()].filter(({ id }) => changed.has(id)),
    news,
    takenBack,
    corrected,
    contradictions,
  };
}

interface Step {
  readonly next?: StoredPayment;
  readonly news?: PaymentNews;
  /** It is nobody's news. */
  readonly isTakenBack?: boolean;
  readonly contradiction?: Contradiction;
}

function stepOf(payment: StoredPayment, happening: EntryHappening, now: Instant): Step {
  if (happening.type === "corrected") return correct(payment, happening.reason.code, now);
  const { status } = payment;
  const transition = advance(status, happening.type);
  if (transition !== undefined) return move(payment, happening, transition, now);
  if (!contradicts(status, happening.type)) return {};
  return { contradiction: { paymentId: payment.id, status, word: happening.type } };
}

function correct(payment: StoredPayment, code: string, now: Instant): Step {
  if (payment.correctionCode === code) return {};
  return { next: { ...payment, correctionCode: code, updatedAt: now } };
}

function move(
  payment: StoredPayment,
  happening: Exclude<EntryHappening, { readonly type: "corrected" }>,
  { status, news }: Transition,
  now: Instant,
): Step {
  const { details } = payment;
  const traceNumber = happening.entry.traceNumber ?? details.traceNumber;
  const imad = (happening.type === "settled" ? happening.imad : undefined) ?? details.imad;
  const moved = { ...payment, status, details: { ...details, traceNumber, imad }, updatedAt: now };
  if (happening.type === "settled") return { next: moved, news: { type: "completed", payment: moved } };
  const { reason } = happening;
  const wasComplete = payment.status === "complete";
  if (wasComplete && payment.hold !== undefined && payment.returnId === undefined) {
    const taken = { ...moved, reason, hold: undefined };
    return {
      next: taken,
      news: { type: "returned", payment: taken, wasComplete, reason },
      isTakenBack: true,
    };
  }
  const next = { ...moved, reason };
  return {
    next,
    news:
      news === "returned"
        ? { type: "returned", payment: next, wasComplete, reason }
        : { type: "failed", payment: next, reason },
  };
}
