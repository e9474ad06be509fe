import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { usd } from "../../kernel/money.ts";
import { isDebit } from "../../rails/rail.ts";
import { type Destination, type Source, type Transfer, wholeCents } from "../transfer.ts";
import { amountPointerOf, wayOf } from "../transfer-request.ts";

/** Of a limit, or the name of a default limit. */
export type LimitId = Id<"transfer-limit">;

/** Every way that value moves. */
export const limitedOperations = [
  "transfer",
  "token_transfer",
  "token_mint",
  "token_burn",
  "treasury_withdrawal",
] as const;
export type LimitedOperation = (typeof limitedOperations)[number];

/** Maximum amounts: of one operation, of a UTC day, of the last 30 UTC days. At least one of them is set. */
export interface LimitAmounts {
  readonly perTransferCents: bigint | undefined;
  readonly dailyCents: bigint | undefined;
  readonly thirtyDayCents: bigint | undefined;
}

/** Only limits of a day or of 30 days are counted. */
export function hasWindow({ dailyCents, thirtyDayCents }: LimitAmounts): boolean {
  return dailyCents !== undefined || thirtyDayCents !== undefined;
}

export interface TransferLimit extends LimitScope, LimitAmounts {
  readonly tenantId: TenantId;
  readonly id: LimitId;
  /** As given by the operator. */
  readonly destinationAddressId: string | undefined;
  /** Undefined for a default limit. */
  readonly updatedAt: Instant | undefined;
}

/** A limit as it is applied. One of the bank is for what we send and collect, not for incoming payments. */
export interface AppliedLimit extends TransferLimit {
  readonly isOfBank?: boolean;
}

/** What a limit applies to; undefined means any. There is at most one limit per scope. */
export interface LimitScope {
  readonly network: Network;
  /** Undefined for all accounts of the tenant, which then share the amounts of a day and of 30 days. */
  readonly accountId: AccountId | undefined;
  /** A rail or a chain, as source or destination. */
  readonly transferType: string | undefined;
  readonly operation: LimitedOperation | undefined;
  /** A value type, as source or destination. */
  readonly asset: string | undefined;
  /** An address on a chain, or the id of a bank address. */
  readonly destination: string | undefined;
}

/** What limits look at. */
export interface LimitFacts {
  readonly network: Network;
  readonly accountId: AccountId;
  readonly operation: LimitedOperation;
  /** Of the source and of the destination. */
  readonly transferTypes: readonly string[];
  /** The rail of the incoming payment that funds it. */
  readonly receivedBy?: string | undefined;
  readonly assets: readonly string[];
  /** Undefined for a burn. */
  readonly destination: string | undefined;
}

/** An operation to check before it is accepted. */
export interface LimitCandidate extends LimitFacts {
  readonly cents: bigint;
  /** JSON pointer to the amount in the request. */
  readonly pointer: string;
}

export function limitCandidateOf(transfer: Transfer): LimitCandidate {
  const { network, accountId, resource, units, source, destination } = transfer;
  return {
    network,
    accountId,
    operation: resource,
    transferTypes: [wayOf(source), wayOf(destination)],
    receivedBy: source.medium === "bank" && !isDebit(source.rail) ? source.rail : undefined,
    assets: [assetOf(source), assetOf(destination)],
    destination: destination.medium === "chain" ? destination.address : destination.addressId,
    cents: wholeCents(units),
    pointer: amountPointerOf(resource),
  };
}

function assetOf(end: Source | Destination): string {
  return end.medium === "bank" ? usd.code : end.token.valueType;
}

export function isLimitedBy(facts: LimitFacts, limit: LimitScope & Pick<AppliedLimit, "isOfBank">): boolean {
  const { network, accountId, operation, transferTypes, assets, destination, receivedBy } = facts;
  if (limit.isOfBank === true && limit.transferType === receivedBy) return false;
  return (
    limit.network === network &&
    (limit.accountId === undefined || limit.accountId === accountId) &&
    (limit.transferType === undefined || transferTypes.includes(limit.transferType)) &&
    (limit.operation === undefined || limit.operation === operation) &&
    (limit.asset === undefined || assets.includes(limit.asset)) &&
    (limit.destination === undefined || limit.destination === destination)
  );
}
