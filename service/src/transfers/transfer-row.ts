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
  readonly tenant_id: TenantId;
  readonly network: Network;
  readonly id: TransferId;
  readonly account_id: AccountId;
  readonly resource: Resource;
  readonly flow: Flow;
  readonly units: bigint;
  readonly cents: bigint;
  readonly fee_cents: bigint;
  readonly currency: string;
  readonly source_transfer_type: string;
  readonly source_value_type: string;
  readonly source_address_id: string | null;
  readonly source_payment_id: PaymentId | null;
  readonly source_work_id: string | null;
  readonly source_transaction_id: string | null;
  readonly destination_transfer_type: string;
  readonly destination_value_type: string;
  readonly destination_address_id: string | null;
  readonly destination_payment_id: PaymentId | null;
  readonly destination_work_id: string | null;
  readonly destination_transaction_id: string | null;
  readonly ends: StoredEnds;
  readonly undo_work_id: string | null;
  readonly undo_transaction_id: string | null;
  readonly status: TransferStatus;
  readonly step: PendingStep | RefundStep;
  readonly failure_type: TransferFailure["type"] | null;
  readonly failure_code: string | null;
  readonly failure_reason: string | null;
  readonly failure_at: Instant | null;
  readonly note: string | null;
  readonly brand_account_id: AccountId | null;
  readonly brand_name: string | null;
  readonly automation_id: string | null;
  readonly expires_at: Instant | null;
  readonly hold_end: ComplianceHold["end"] | null;
  readonly hold_list_version: string | null;
  readonly hold_uids: readonly string[] | null;
  readonly completed_at: Instant | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
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
    tenant_id: transfer.tenantId,
    network: transfer.network,
    id: transfer.id,
    account_id: transfer.accountId,
    resource: transfer.resource,
    flow: transfer.flow,
    units: transfer.units,
    cents: wholeCents(transfer.units),
    fee_cents: transfer.feeCents,
    currency: transfer.currency,
    ...sourceColumns(source),
    ...destinationColumns(destination),
    ends: {
      statementName: transfer.statementName,
      source: storedEnd(source),
      destination: storedEnd(destination),
    },
    undo_work_id: reversal.workId ?? null,
    undo_transaction_id: reversal.transactionId ?? null,
    status: state.status,
    step: state.step,
    failure_type: failure?.type ?? null,
    failure_code: failure?.code ?? null,
    failure_reason: failure?.reason ?? null,
    failure_at: failure?.occurredAt ?? null,
    note: transfer.note ?? null,
    brand_account_id: brand?.accountId ?? null,
    brand_name: brand?.name ?? null,
    automation_id: transfer.automationId ?? null,
    expires_at: transfer.expiresAt ?? null,
    hold_end: hold?.end ?? null,
    hold_list_version: hold?.listVersion ?? null,
    hold_uids: hold?.hitUids ?? null,
    completed_at: transfer.completedAt ?? null,
    created_at: transfer.createdAt,
    updated_at: transfer.updatedAt,
  };
}

function sourceColumns(source: Source) {
  return {
    source_transfer_type: source.medium === "bank" ? source.rail : source.chain,
    source_value_type: source.medium === "bank" ? usd.code : source.token.valueType,
    source_address_id: source.addressId ?? null,
    source_payment_id: source.medium === "bank" ? (source.paymentId ?? null) : null,
    source_work_id: source.medium === "chain" ? (source.workId ?? null) : null,
    source_transaction_id: source.medium === "chain" ? (source.transactionId ?? null) : null,
  };
}

function destinationColumns(destination: Destination) {
  return {
    destination_transfer_type: destination.medium === "bank" ? destination.rail : destination.chain,
    destination_value_type: destination.medium === "bank" ? usd.code : destination.token.valueType,
    destination_address_id: destination.addressId ?? null,
    destination_payment_id: destination.medium === "bank" ? (destination.paymentId ?? null) : null,
    destination_work_id: destination.medium === "chain" ? (destination.workId ?? null) : null,
    destination_transaction_id: destination.medium === "chain" ? (destination.transactionId ?? null) : null,
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
    tenantId: row.tenant_id,
    network: row.network,
    accountId: row.account_id,
    resource: row.resource,
    flow: row.flow,
    units: row.units,
    currency: row.currency,
    feeCents: row.fee_cents,
    source: toSource(row),
    destination: toDestination(row),
    state: toState(row),
    reversal: { workId: row.undo_work_id ?? undefined, transactionId: row.undo_transaction_id ?? undefined },
    note: row.note ?? undefined,
    brand: toBrand(row),
    statementName: row.ends.statementName,
    automationId: row.automation_id ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    hold: toHold(row),
    completedAt: row.completed_at ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toSource(row: TransferRow): Source {
  const { source } = row.ends;
  if (source.medium === "bank") {
    return {
      medium: "bank",
      rail: row.source_transfer_type as BankSource["rail"],
      addressId: row.source_address_id ?? undefined,
      paymentId: row.source_payment_id ?? undefined,
    };
  }
  if (source.medium === "supply") return toSupply(source, row.source_transfer_type);
  const { address, token, keyIndex } = source;
  assert(
    keyIndex !== undefined && row.source_address_id !== null,
    "the source of tokens is a custodial address",
  );
  return {
    medium: "chain",
    chain: row.source_transfer_type as ChainName,
    addressId: row.source_address_id,
    address,
    token,
    keyIndex,
    workId: row.source_work_id ?? undefined,
    transactionId: row.source_transaction_id ?? undefined,
  } satisfies TokenSource;
}

function toDestination(row: TransferRow): Destination {
  const { destination } = row.ends;
  if (destination.medium === "supply") return toSupply(destination, row.destination_transfer_type);
  const { destination_address_id: addressId } = row;
  assert(addressId !== null, "only a burn has no destination address");
  if (destination.medium === "bank") {
    assert(isBankRail(row.destination_transfer_type), "a bank destination has a rail");
    return {
      medium: "bank",
      rail: row.destination_transfer_type as BankDestination["rail"],
      addressId,
      memo: destination.memo,
      paymentId: row.destination_payment_id ?? undefined,
    };
  }
  const { address, token, keyIndex } = destination;
  return {
    medium: "chain",
    chain: row.destination_transfer_type as ChainName,
    addressId,
    address,
    token,
    keyIndex,
    workId: row.destination_work_id ?? undefined,
    transactionId: row.destination_transaction_id ?? undefined,
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
  failure_type: type,
  failure_at: occurredAt,
  ...row
}: TransferRow): TransferFailure | undefined {
  if (type === null || occurredAt === null) return undefined;
  return {
    type,
    occurredAt,
    code: row.failure_code ?? undefined,
    reason: row.failure_reason ?? undefined,
  };
}

function toBrand({ brand_account_id: accountId, brand_name: name }: TransferRow): Brand | undefined {
  return accountId === null || name === null ? undefined : { accountId, name };
}

function toHold(row: TransferRow): ComplianceHold | undefined {
  const { hold_end: end, hold_list_version: listVersion, hold_uids: hitUids } = row;
  return end === null || listVersion === null || hitUids === null ? undefined : { end, listVersion, hitUids };
}
