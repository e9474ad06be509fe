import type { ChainName } from "../chains/chain-name.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { usd } from "../kernel/money.ts";
import type { PaymentId } from "../payments/index.ts";
import { isBankRail } from "../rails/rail.ts";
import {
  type BankDestination,
  type BankSource,
  type Brand,
  type ComplianceHold,
  type Destination,
  type PendingStep,
  type RefundStep,
  type Source,
  type Supply,
  type TokenDestination,
  type Transfer,
  type TransferFailure,
  type TransferState,
  type TransferStatus,
  wholeCents,
} from "./transfer.ts";

type GroupedFields = "source" | "destination" | "state" | "reversal" | "brand" | "hold" | "statementName";

/** A row of the transfers table. */
export interface TransferRow extends Omit<Transfer, GroupedFields> {
  readonly cents: bigint;
  readonly sourceTransferType: string;
  readonly sourceValueType: string;
  readonly sourceAddressId: string | undefined;
  readonly sourcePaymentId: PaymentId | undefined;
  readonly sourceWorkId: string | undefined;
  readonly sourceTransactionId: string | undefined;
  readonly destinationTransferType: string;
  readonly destinationValueType: string;
  readonly destinationAddressId: string | undefined;
  readonly destinationPaymentId: PaymentId | undefined;
  readonly destinationWorkId: string | undefined;
  readonly destinationTransactionId: string | undefined;
  readonly ends: StoredEnds;
  readonly undoWorkId: string | undefined;
  readonly undoTransactionId: string | undefined;
  readonly status: TransferStatus;
  readonly step: PendingStep | RefundStep;
  readonly failureType: TransferFailure["type"] | undefined;
  readonly failureCode: string | undefined;
  readonly failureReason: string | undefined;
  readonly failureAt: Instant | undefined;
  readonly brandAccountId: AccountId | undefined;
  readonly brandName: string | undefined;
  readonly holdEnd: ComplianceHold["end"] | undefined;
  readonly holdListVersion: string | undefined;
  readonly holdUids: readonly string[] | undefined;
}

/** Fields of source and destination without columns of their own. */
export interface StoredEnds {
  readonly statementName: string;
  readonly source: StoredEnd;
  readonly destination: StoredEnd;
}

type StoredEnd =
  | { readonly medium: "bank"; readonly memo?: string | undefined }
  | Pick<Supply, "medium" | "token">
  | (Pick<TokenDestination, "address" | "token" | "medium"> & { readonly keyIndex?: number | undefined });

export function toRow(transfer: Transfer): TransferRow {
  const { source, destination, state, reversal, brand, hold, statementName, ...fields } = transfer;
  const [from, to] = [columnsOf(source), columnsOf(destination)];
  const failure = state.status === "failed" ? state.failure : undefined;
  return {
    ...fields,
    cents: wholeCents(transfer.units),
    sourceTransferType: from.transferType,
    sourceValueType: from.valueType,
    sourceAddressId: from.addressId,
    sourcePaymentId: from.paymentId,
    sourceWorkId: from.workId,
    sourceTransactionId: from.transactionId,
    destinationTransferType: to.transferType,
    destinationValueType: to.valueType,
    destinationAddressId: to.addressId,
    destinationPaymentId: to.paymentId,
    destinationWorkId: to.workId,
    destinationTransactionId: to.transactionId,
    ends: { statementName, source: from.stored, destination: to.stored },
    undoWorkId: reversal.workId,
    undoTransactionId: reversal.transactionId,
    status: state.status,
    step: state.step,
    failureType: failure?.type,
    failureCode: failure?.code,
    failureReason: failure?.reason,
    failureAt: failure?.occurredAt,
    brandAccountId: brand?.accountId,
    brandName: brand?.name,
    holdEnd: hold?.end,
    holdListVersion: hold?.listVersion,
    holdUids: hold?.hitUids,
  };
}

/** The columns of a source or destination, without their prefix, and the rest of it. */
interface EndColumns {
  readonly transferType: string;
  readonly valueType: string;
  readonly addressId: string | undefined;
  readonly paymentId?: PaymentId | undefined;
  readonly workId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly stored: StoredEnd;
}

function columnsOf(end: Source | Destination): EndColumns {
  const { medium, addressId } = end;
  if (medium === "bank") {
    const stored: StoredEnd = { medium, memo: "memo" in end ? end.memo : undefined };
    return { transferType: end.rail, valueType: usd.code, addressId, paymentId: end.paymentId, stored };
  }
  const { chain: transferType, token } = end;
  const { valueType } = token;
  if (medium === "supply")
    return { transferType, valueType, addressId, stored: { medium, token: end.token } };
  const { address, keyIndex, workId, transactionId } = end;
  const stored: StoredEnd = { medium, address, token, keyIndex };
  return { transferType, valueType, addressId, workId, transactionId, stored };
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
    automationId: row.automationId,
    expiresAt: row.expiresAt,
    hold: toHold(row),
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
    return { medium: "bank", rail, addressId, memo: destination.memo, paymentId };
  }
  const { destinationWorkId: workId, destinationTransactionId: transactionId } = row;
  return { ...destination, keyIndex: destination.keyIndex, chain, addressId, workId, transactionId };
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
