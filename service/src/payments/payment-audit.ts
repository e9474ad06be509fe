import type { AuditEntry, FieldsToAudit } from "../audit/index.ts";
import { systemCause } from "../kernel/cause.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import type { Payment } from "./payment.ts";
import type { PaymentUpdate } from "./payments.ts";
import type { StoredPayment } from "./stored-payment.ts";

/** Audit actor for changes made by bank events. */
const bankCause = systemCause("payments.bank");

/** An incoming payment, and where it is now. */
export function auditIncomingPayment(payment: StoredPayment): AuditEntry {
  const { hold } = payment;
  const action = hold === undefined ? "payment.receive" : "payment.hold";
  return entryOf(payment, action, { held_reason: hold?.reason });
}

const actions = {
  settled: "payment.complete",
  rejected: "payment.fail",
  returned: "payment.return",
  received: "payment.receive",
} as const satisfies Record<PaymentUpdate["type"], string>;

export function auditUpdate({ type, payment }: PaymentUpdate): AuditEntry {
  return entryOf(payment, actions[type], { reason: payment.reason?.code });
}

/** Without sender data. */
function entryOf(
  { id, accountId, status, direction, type, amountCents }: Payment,
  action: string,
  more: FieldsToAudit,
): AuditEntry {
  const amount = formatAmount({ units: amountCents, asset: usd });
  const after = { status, direction, type, amount, ...more };
  return { cause: bankCause, action, subject: { type: "payment", id }, accountId, after };
}
