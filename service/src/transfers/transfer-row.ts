import type { ChainName } from "../chains/chain-name.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
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
  type Flow,
  type PendingStep,
  type RefundStep,
  type Resource,
  type Source,
  type Supply,
  type TokenDestination,
  type TokenSource,
  type Transfer,
  type TransferFailure,
  type TransferId,
  type TransferState,
  type TransferStatus,
  wholeCents,
} from "./transfer.ts";

/** A row of the transfers table. */
export interface TransferRow {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly id: TransferId;
  readonly accountId: AccountId;
  readonly resource: Resource;
  readonly flow: Flow;
  readonly units: bigint;
  readonly cents: bigint;
  readonly feeCents: bigint;
  readonly currency: string;
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
  readonly note: string | undefined;
  readonly brandAccountId: AccountId | undefined;
  readonly brandName: string | undefined;
  readonly automationId: string | undefined;
  readonly expiresAt: Instant | undefined;
  readonly holdEnd: ComplianceHold["end"] | undefined;
  readonly holdListVersion: string | undefined;
  readonly holdUids: readonly string[] | undefined;
  readonly completedAt: Instant | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Fields of source and destination without columns of their own. */
export interface StoredEnds {
  readonly statementName: string;
  readonly source: StoredEnd;
  readonly destination: StoredEnd;
}

type StoredEnd =
  | { readonly medium: "bank"; readonly memo?: string }
  | Pick<Supply, "medium" | "token">
  | (Pick<TokenDestination, "address" | "token" | "medium"> & { readonly keyIndex?: number });

export function toRow(transfer: Transfer): TransferRow {
  const { source, destination, state, reversal, brand, hold } = transfer;
  const failure = state.status === "failed" ? state.failure : undefined;
  return {
    tenantId: transfer.tenantId,
    network: transfer.network,
    id: transfer.id,
    accountId: transfer.accountId,
    resource: transfer.resource,
    flow: transfer.flow,
    units: transfer.units,
    cents: wholeCents(transfer.units),
    feeCents: transfer.feeCents,
    currency: transfer.currency,
    ...sourceColumns(source),
    ...destinationColumns(destination),
    ends: {
      statementName: transfer.statementName,
      source: storedEnd(source),
      destination: storedEnd(destination),
    },
    undoWorkId: reversal.workId,
    undoTransactionId: reversal.transactionId,
    status: state.status,
    step: state.step,
    failureType: failure?.type,
    failureCode: failure?.code,
    failureReason: failure?.reason,
    failureAt: failure?.occurredAt,
    note: transfer.note,
    brandAccountId: brand?.accountId,
    brandName: brand?.name,
    automationId: transfer.automationId,
    expiresAt: transfer.expiresAt,
    holdEnd: hold?.end,
    holdListVersion: hold?.listVersion,
    holdUids: hold?.hitUids,
    completedAt: transfer.completedAt,
    createdAt: transfer.createdAt,
    updatedAt: transfer.updatedAt,
  };
}

function sourceColumns(source: Source) {
  return {
    sourceTransferType: source.medium === "bank" ? source.rail : source.chain,
    sourceValueType: source.medium === "bank" ? usd.code : source.token.valueType,
    sourceAddressId: source.addressId,
    sourcePaymentId: source.medium === "bank" ? source.paymentId : undefined,
    sourceWorkId: source.medium === "chain" ? source.workId : undefined,
    sourceTransactionId: source.medium === "chain" ? source.transactionId : undefined,
  };
}

function destinationColumns(destination: Destination) {
  return {
    destinationTransferType: destination.medium === "bank" ? destination.rail : destination.chain,
    destinationValueType: destination.medium === "bank" ? usd.code : destination.token.valueType,
    destinationAddressId: destination.addressId,
    destinationPaymentId: destination.medium === "bank" ? destination.paymentId : undefined,
    destinationWorkId: destination.medium === "chain" ? destination.workId : undefined,
    destinationTransactionId: destination.medium === "chain" ? destination.transactionId : undefined,
  };
}

function storedEnd(end: Source | Destination): StoredEnd {
  if (end.medium === "bank") {
    return "memo" in end && end.memo !== undefined ? { medium: "bank", memo: end.memo } : { medium: "bank" };
  }
  if (end.medium === "supply") return { medium: "supply", token: end.token };
  const { medium, address, token, keyIndex } = end;
  return { medium, address, token, ...(keyIndex === undefined ? {} : { keyIndex }) };
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
  if (source.medium === "bank") {
    return {
      medium: "bank",
      rail: row.sourceTransferType as BankSource["rail"],
      addressId: row.sourceAddressId,
      paymentId: row.sourcePaymentId,
    };
  }
  if (source.medium === "supply") return toSupply(source, row.sourceTransferType);
  const { address, token, keyIndex } = source;
  assert(
    keyIndex !== undefined && row.sourceAddressId !== undefined,
    "the source of tokens is a custodial address",
  );
  return {
    medium: "chain",
    chain: row.sourceTransferType as ChainName,
    addressId: row.sourceAddressId,
    address,
    token,
    keyIndex,
    workId: row.sourceWorkId,
    transactionId: row.sourceTransactionId,
  } satisfies TokenSource;
}

function toDestination(row: TransferRow): Destination {
  const { destination } = row.ends;
  if (destination.medium === "supply") return toSupply(destination, row.destinationTransferType);
  const { destinationAddressId: addressId } = row;
  assert(addressId !== undefined, "only a burn has no destination address");
  if (destination.medium === "bank") {
    assert(isBankRail(row.destinationTransferType), "a bank destination has a rail");
    return {
      medium: "bank",
      rail: row.destinationTransferType as BankDestination["rail"],
      addressId,
      memo: destination.memo,
      paymentId: row.destinationPaymentId,
    };
  }
  const { address, token, keyIndex } = destination;
  return {
    medium: "chain",
    chain: row.destinationTransferType as ChainName,
    addressId,
    address,
    token,
    keyIndex,
    workId: row.destinationWorkId,
    transactionId: row.destinationTransactionId,
  };
}

function toSupply({ medium, token }: Pick<Supply, "medium" | "token">, chain: string): Supply {
  return { medium, chain: chain as ChainName, addressId: undefined, token };
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

function toFailure({
  failureType: type,
  failureAt: occurredAt,
  ...row
}: TransferRow): TransferFailure | undefined {
  if (type === undefined || occurredAt === undefined) return undefined;
  return {
    type,
    occurredAt,
    code: row.failureCode,
    reason: row.failureReason,
  };
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
