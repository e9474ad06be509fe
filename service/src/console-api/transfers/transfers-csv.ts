import type { WorkspaceTransfer } from "./transfer-row-response.ts";

export const transferColumns: readonly string[] = [
  "id",
  "created_at",
  "status",
  "amount",
  "currency",
  "fee",
  "flow",
  "account_id",
  "account_name",
  "source_transfer_type",
  "source_value_type",
  "source_address_id",
  "source_transaction_id",
  "source_payment_id",
  "destination_transfer_type",
  "destination_value_type",
  "destination_address_id",
  "destination_transaction_id",
  "destination_payment_id",
  "automation_id",
  "failure_type",
  "note",
  "updated_at",
  "completed_at",
];

/** A transfer as a line of CSV. */
export function transferCells(transfer: WorkspaceTransfer): readonly string[] {
  const { source, destination, status, reversal } = transfer;
  return [
    transfer.id,
    transfer.created_at,
    status === "complete" && reversal !== null ? "reversed" : status,
    transfer.amount,
    transfer.currency,
    transfer.fee,
    transfer.flow,
    transfer.account_id,
    transfer.account_name ?? "",
    ...endCells(source),
    ...endCells(destination),
    transfer.automation_id ?? "",
    transfer.failure_type ?? "",
    transfer.note ?? "",
    transfer.updated_at,
    transfer.completed_at ?? "",
  ];
}

function endCells(end: WorkspaceTransfer["source"]): readonly string[] {
  const { transfer_type, value_type, address_id, transaction_id, payment_id } = end;
  return [transfer_type, value_type, address_id ?? "", transaction_id ?? "", payment_id ?? ""];
}
