import type { AuditEntry } from "../audit/index.ts";
import { type Cause, systemCause } from "../kernel/cause.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import type { Payment } from "./payment.ts";
import type { PaymentUpdate } from "./payments.ts";
import type { StoredPayment } from "./stored-payment.ts";

/** Audit actor for changes made by bank events. */
const bankCause: Cause = systemCause("payments.bank");

/** An incoming payment, and where it is now. */
export function auditIncomingPayment(payment: StoredPayment): AuditEntry {
  const { hold } = payment;
  return {
    ...entryOf(payment, bankCause),
    action: hold === undefined ? "payment.receive" : "payment.hold",
    after: { ...fieldsOf(payment), ...(hold === undefined ? {} : { held_reason: hold.reason }) },
  };
}

const actions = {
  settled: "payment.complete",
  rejected: "payment.fail",
  returned: "payment.return",
  received: "payment.receive",
} as const satisfies Record<PaymentUpdate["type"], string>;

export function auditUpdate({ type, payment }: PaymentUpdate): AuditEntry {
  const { reason } = payment;
  return {
    ...entryOf(payment, bankCause),
    action: actions[type],
    after: { ...fieldsOf(payment), ...(reason === undefined ? {} : { reason: reason.code }) },
  };
}

/** Without sender data. */
function fieldsOf(payment: Payment) {
  return {
    status: payment.status,
    direction: payment.direction,
    type: payment.type,
    amount: formatAmount({ units: payment.amountCents, asset: usd }),
  };
}

export function entryOf({ id, accountId }: Payment, cause: Cause) {
  const subject = { type: "payment", id };
  return accountId === undefined ? { subject, cause } : { subject, cause, accountId };
}
