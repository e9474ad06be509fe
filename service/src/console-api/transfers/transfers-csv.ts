import { csvLine } from "../../kernel/csv.ts";
import type { WorkspaceTransfer } from "./transfer-row-response.ts";

const columns = [
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
] as const;

/** In place of an id, in the last line of a truncated file. */
const limitMark = "limit_reached";

/** Transfers as CSV (RFC 4180) with CRLF line endings. If there are more than the limit, the last line says so. */
export function transfersCsv(
  transfers: readonly WorkspaceTransfer[],
  { limit, isComplete }: { readonly limit: number; readonly isComplete: boolean },
): string {
  const lines = [csvLine(columns), ...transfers.map((transfer) => csvLine(cellsOf(transfer)))];
  if (!isComplete) lines.push(csvLine(limitLine(limit)));
  return lines.join("");
}

function cellsOf(transfer: WorkspaceTransfer): readonly string[] {
  const { source, destination } = transfer;
  return [
    transfer.id,
    transfer.created_at,
    transfer.status,
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

/** As many columns as the other rows, so that the file remains one table. */
function limitLine(limit: number): readonly string[] {
  const words = `only the newest ${limit} transfers are included: narrow the filters`;
  return columns.map((column) => {
    if (column === "id") return limitMark;
    return column === "note" ? words : "";
  });
}
