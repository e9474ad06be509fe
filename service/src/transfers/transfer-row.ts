import type { ChainName } from "../chains/chain-name.ts";
import { arrayLiteral } from "../db/array-literal.ts";
import type { RowOf } from "../db/table.ts";
import { assert } from "../kernel/assert.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { usd } from "../kernel/money.ts";
import type { PaymentId } from "../payments/index.ts";
import type { Purpose } from "../rails/purpose.ts";
import { isBankRail } from "../rails/rail.ts";
import type { transfers } from "./tables.ts";
import {
  type BankDestination,
  type BankSource,
  type Brand,
  type ComplianceHold,
  type Destination,
  type Fallback,
  type PendingStep,
  type RefundStep,
  type Source,
  type Supply,
  type TokenDestination,
  type TokenSource,
  type Transfer,
  type TransferFailure,
  type TransferState,
  wholeCents,
} from "./transfer.ts";

/** A row of the transfers table. */
export type TransferRow = RowOf<typeof transfers>;

/** Fields of source and destination without columns of their own. */
export interface StoredEnds {
  readonly statementName: string;
  readonly purpose?: Purpose | undefined;
  readonly source: StoredEnd;
  readonly destination: StoredEnd;
}

type StoredEnd =
  | {
      readonly medium: "bank";
      readonly memo?: string | undefined;
      readonly mayFallBack?: boolean | undefined;
    }
  | Pick<Supply, "medium" | "token">
  | (Pick<TokenDestination, "address" | "token" | "medium" | "memo" | "muxedAddress"> & {
      readonly keyIndex?: number | undefined;
    });

/** A column of the table, and its value for a transfer. */
export interface TransferColumn {
  readonly name: string;
  readonly type: "text" | "numeric" | "jsonb" | "timestamptz" | "text[]" | "boolean";
  readonly of: (parts: TransferParts) => bigint | string | undefined;
}

interface TransferParts {
  readonly transfer: Transfer;
  readonly from: EndColumns;
  readonly to: EndColumns;
  readonly failure: TransferFailure | undefined;
}

/** Set when a transfer is created. */
const lastingColumns: readonly TransferColumn[] = [
  { name: "tenant_id", type: "text", of: ({ transfer }) => transfer.tenantId },
  { name: "network", type: "text", of: ({ transfer }) => transfer.network },
  { name: "account_id", type: "text", of: ({ transfer }) => transfer.accountId },
  { name: "resource", type: "text", of: ({ transfer }) => transfer.resource },
  { name: "flow", type: "text", of: ({ transfer }) => transfer.flow },
  { name: "units", type: "numeric", of: ({ transfer }) => transfer.units },
  { name: "cents", type: "numeric", of: ({ transfer }) => wholeCents(transfer.units) },
  { name: "fee_cents", type: "numeric", of: ({ transfer }) => transfer.feeCents },
  { name: "currency", type: "text", of: ({ transfer }) => transfer.currency },
  { name: "source_transfer_type", type: "text", of: ({ from }) => from.transferType },
  { name: "source_value_type", type: "text", of: ({ from }) => from.valueType },
  { name: "source_address_id", type: "text", of: ({ from }) => from.addressId },
  { name: "destination_value_type", type: "text", of: ({ to }) => to.valueType },
  { name: "destination_address_id", type: "text", of: ({ to }) => to.addressId },
  { name: "ends", type: "jsonb", of: endsText },
  { name: "note", type: "text", of: ({ transfer }) => transfer.note },
  { name: "brand_account_id", type: "text", of: ({ transfer }) => transfer.brand?.accountId },
  { name: "brand_name", type: "text", of: ({ transfer }) => transfer.brand?.name },
  { name: "automation_id", type: "text", of: ({ transfer }) => transfer.automationId },
  { name: "expires_at", type: "timestamptz", of: ({ transfer }) => timeOf(transfer.expiresAt) },
  { name: "hold_end", type: "text", of: ({ transfer }) => transfer.hold?.end },
  { name: "hold_list_version", type: "text", of: ({ transfer }) => transfer.hold?.listVersion },
  {
    name: "hold_uids",
    type: "text[]",
    of: ({ transfer: { hold } }) => (hold === undefined ? undefined : arrayLiteral(hold.hitUids)),
  },
  { name: "held_for_claim", type: "boolean", of: ({ transfer }) => String(transfer.heldForClaim) },
  { name: "created_at", type: "timestamptz", of: ({ transfer }) => timeOf(transfer.createdAt) },
];

/** A step may change these. */
const changingColumns: readonly TransferColumn[] = [
  { name: "id", type: "text", of: ({ transfer }) => transfer.id },
  { name: "source_payment_id", type: "text", of: ({ from }) => from.paymentId },
  { name: "source_work_id", type: "text", of: ({ from }) => from.workId },
  { name: "source_transaction_id", type: "text", of: ({ from }) => from.transactionId },
  { name: "destination_transfer_type", type: "text", of: ({ to }) => to.transferType },
  { name: "requested_transfer_type", type: "text", of: ({ to }) => to.fallback?.requestedRail },
  { name: "fallback_reason", type: "text", of: ({ to }) => to.fallback?.reason },
  { name: "destination_payment_id", type: "text", of: ({ to }) => to.paymentId },
  { name: "destination_work_id", type: "text", of: ({ to }) => to.workId },
  { name: "destination_transaction_id", type: "text", of: ({ to }) => to.transactionId },
  { name: "undo_work_id", type: "text", of: ({ transfer }) => transfer.reversal.workId },
  { name: "undo_transaction_id", type: "text", of: ({ transfer }) => transfer.reversal.transactionId },
  { name: "status", type: "text", of: ({ transfer }) => transfer.state.status },
  { name: "step", type: "text", of: ({ transfer }) => transfer.state.step },
  { name: "failure_type", type: "text", of: ({ failure }) => failure?.type },
  { name: "failure_code", type: "text", of: ({ failure }) => failure?.code },
  { name: "failure_reason", type: "text", of: ({ failure }) => failure?.reason },
  { name: "failure_at", type: "timestamptz", of: ({ failure }) => timeOf(failure?.occurredAt) },
  { name: "completed_at", type: "timestamptz", of: ({ transfer }) => timeOf(transfer.completedAt) },
  { name: "updated_at", type: "timestamptz", of: ({ transfer }) => timeOf(transfer.updatedAt) },
];

export const columnSets = {
  all: [...changingColumns, ...lastingColumns],
  changing: changingColumns,
} as const;

/** One array per column, for `unnest`. */
export function columnValues(
  columns: readonly TransferColumn[],
  transfers: readonly Transfer[],
): readonly (readonly (bigint | string | undefined)[])[] {
  const rows = transfers.map(
    (transfer): TransferParts => ({
      transfer,
      from: columnsOf(transfer.source),
      to: columnsOf(transfer.destination),
      failure: transfer.state.status === "failed" ? transfer.state.failure : undefined,
    }),
  );
  return columns.map(({ of }) => rows.map(of));
}

/** The values of `columnValues` as one JSON array of rows, for `json_populate_recordset`. */
export function jsonOf(columns: readonly TransferColumn[], values: ReturnType<typeof columnValues>): string {
  const [ids = []] = values;
  return JSON.stringify(ids.map((_, row) => Object.fromEntries(columns.map(memberOf(values, row)))));
}

function memberOf(values: ReturnType<typeof columnValues>, row: number) {
  return ({ name, type }: TransferColumn, column: number): readonly [string, unknown] => {
    const value = values[column]?.[row];
    if (value === undefined) return [name, null];
    // A JSON text would become a JSON string.
    return [name, type === "jsonb" ? JSON.parse(String(value)) : String(value)];
  };
}

function endsText({ transfer: { statementName, purpose }, from, to }: TransferParts): string {
  const ends: StoredEnds = { statementName, purpose, source: from.stored, destination: to.stored };
  return JSON.stringify(ends);
}

function timeOf(instant: Instant | undefined): string | undefined {
  return instant === undefined ? undefined : formatInstant(instant);
}

/** The columns of a source or destination, without their prefix, and the rest of it. */
interface EndColumns {
  readonly transferType: string;
  readonly valueType: string;
  readonly addressId: string | undefined;
  readonly paymentId?: PaymentId | undefined;
  readonly workId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly fallback?: Fallback | undefined;
  readonly stored: StoredEnd;
}

function columnsOf(end: Source | Destination): EndColumns {
  const { medium, addressId } = end;
  if (medium === "bank") {
    const stored: StoredEnd =
      "reference" in end
        ? { medium, memo: end.reference, mayFallBack: end.mayFallBack || undefined }
        : { medium };
    const { rail: transferType, paymentId } = end;
    const fallback = "fallback" in end ? end.fallback : undefined;
    return { transferType, valueType: usd.code, addressId, paymentId, fallback, stored };
  }
  const { chain: transferType, token } = end;
  const { valueType } = token;
  if (medium === "supply")
    return { transferType, valueType, addressId, stored: { medium, token: end.token } };
  const { address, keyIndex, workId, transactionId } = end;
  const stored: StoredEnd = { medium, address, token, keyIndex, ...recipientOf(end) };
  return { transferType, valueType, addressId, workId, transactionId, stored };
}

function recipientOf(end: TokenSource | TokenDestination): Pick<TokenDestination, "memo" | "muxedAddress"> {
  return "memo" in end || "muxedAddress" in end ? { memo: end.memo, muxedAddress: end.muxedAddress } : {};
}

export function toTransfer(row: TransferRow): Transfer {
  return {
    id: row.id,
    tenantId: row.tenantId,
    network: row.network,
    accountId: row.accountId,
    resource: row.resource,
    flow: row.flow,
    units: row.units,
    currency: row.currency,
    feeCents: row.feeCents,
    source: toSource(row),
    destination: toDestination(row),
    state: toState(row),
    reversal: { workId: row.undoWorkId, transactionId: row.undoTransactionId },
    note: row.note,
    brand: toBrand(row),
    statementName: row.ends.statementName,
    purpose: row.ends.purpose,
    automationId: row.automationId,
    expiresAt: row.expiresAt,
    hold: toHold(row),
    heldForClaim: row.heldForClaim,
    completedAt: row.completedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function toSource(row: TransferRow): Source {
  const { source } = row.ends;
  const { sourceTransferType: transferType, sourceAddressId: addressId, sourceWorkId: workId } = row;
  if (source.medium === "bank")
    return {
      medium: "bank",
      rail: transferType as BankSource["rail"],
      addressId,
      paymentId: row.sourcePaymentId,
    };
  const chain = transferType as ChainName;
  if (source.medium === "supply") return { ...source, chain, addressId: undefined };
  const { keyIndex } = source;
  assert(keyIndex !== undefined && addressId !== undefined, "the source of tokens is a custodial address");
  return { ...source, keyIndex, chain, addressId, workId, transactionId: row.sourceTransactionId };
}

function toDestination(row: TransferRow): Destination {
  const { destination } = row.ends;
  const { destinationTransferType: transferType, destinationAddressId: addressId } = row;
  const chain = transferType as ChainName;
  if (destination.medium === "supply") return { ...destination, chain, addressId: undefined };
  assert(addressId !== undefined, "only a burn has no destination address");
  if (destination.medium === "bank") {
    assert(isBankRail(transferType), "a bank destination has a rail");
    const rail = transferType as BankDestination["rail"];
    const { destinationPaymentId: paymentId } = row;
    const { memo: reference, mayFallBack = false } = destination;
    return { medium: "bank", rail, addressId, reference, paymentId, mayFallBack, fallback: toFallback(row) };
  }
  const { destinationWorkId: workId, destinationTransactionId: transactionId } = row;
  return { ...destination, keyIndex: destination.keyIndex, chain, addressId, workId, transactionId };
}

function toFallback({ requestedTransferType, fallbackReason: reason }: TransferRow): Fallback | undefined {
  if (requestedTransferType === undefined || reason === undefined) return undefined;
  return { requestedRail: requestedTransferType as Fallback["requestedRail"], reason };
}

function toState(row: TransferRow): TransferState {
  switch (row.status) {
    case "pending":
      return { status: "pending", step: row.step as PendingStep };
    case "failed":
      return { status: "failed", step: row.step as RefundStep, failure: toFailure(row) };
    case "complete":
    case "canceled":
      return { status: row.status, step: "done" };
  }
}

function toFailure(row: TransferRow): TransferFailure | undefined {
  const { failureType: type, failureAt: occurredAt, failureCode: code, failureReason: reason } = row;
  return type === undefined || occurredAt === undefined ? undefined : { type, occurredAt, code, reason };
}

function toBrand({ brandAccountId: accountId, brandName: name }: TransferRow): Brand | undefined {
  return accountId === undefined || name === undefined ? undefined : { accountId, name };
}

function toHold(row: TransferRow): ComplianceHold | undefined {
  const { holdEnd: end, holdListVersion: listVersion, holdUids: hitUids } = row;
  return end === undefined || listVersion === undefined || hitUids === undefined
    ? undefined
    : { end, listVersion, hitUids };
}
