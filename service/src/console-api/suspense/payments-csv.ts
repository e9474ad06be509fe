import type { WorkspacePayment } from "./payment-list.ts";

export const paymentColumns: readonly string[] = [
  "id",
  "created_at",
  "status",
  "is_held",
  "direction",
  "type",
  "amount",
  "currency",
  "counterparty",
  "reference",
  "account_id",
  "account_name",
  "transfer_id",
  "automation_id",
  "reason_code",
  "imad",
  "trace_number",
  "updated_at",
];

/** A payment as a line of CSV. */
export function paymentCells({
  payment,
  account,
  counterparty,
  is_held,
}: WorkspacePayment): readonly string[] {
  const { details } = payment;
  const { reason } = details;
  return [
    payment.id,
    payment.inserted_at,
    payment.status,
    String(is_held),
    payment.direction,
    payment.type,
    payment.amount.value,
    payment.amount.currency,
    counterparty ?? "",
    details.payment_reference ?? "",
    account.id,
    account.name ?? "",
    payment.transfer_id ?? "",
    payment.automation_id ?? "",
    reason === null ? "" : typeof reason === "string" ? reason : reason.code,
    details.imad ?? "",
    details.trace_number ?? "",
    payment.updated_at,
  ];
}
