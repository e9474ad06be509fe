import type { Claim } from "../../claims/index.ts";
import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { multiplyByRatio, usd } from "../../kernel/money.ts";
import type { StoredPayment } from "../../payments/index.ts";
import { type TokenDeposit, tokenScale } from "../../tokens/index.ts";
import type { Transfer } from "../../transfers/index.ts";
import type { OperatorPermission } from "../../users/index.ts";

/** A held item, as dual approval sees it. */
export interface HeldSubject {
  readonly type: "transfer" | "deposit" | "payment" | "claim";
  readonly id: string;
  readonly tenantId: TenantId;
  readonly network: Network;
  /** Undefined for an unmatched payment. */
  readonly accountId: AccountId | undefined;
  /** Value in dollars. */
  readonly cents: bigint;
  /** What the user chose: the owner that a payment is matched to, such as `transfers/01J8…`, or how a claim is settled. */
  readonly target: string | undefined;
  /** Time of its last change. */
  readonly updatedAt: Instant;
  /** The permission that the users who decide need. */
  readonly neededRight: OperatorPermission;
}

/** A held item with an owner. */
export interface OwnedSubject extends HeldSubject {
  readonly accountId: AccountId;
}

export function transferSubject(transfer: Transfer): OwnedSubject {
  const { id, tenantId, network, accountId, units, updatedAt, hold } = transfer;
  const cents = dollarCents(units, tokenScale);
  const neededRight = hold === undefined ? "held.decide" : "sanctions.decide";
  return {
    type: "transfer",
    id,
    tenantId,
    network,
    accountId,
    cents,
    target: undefined,
    updatedAt,
    neededRight,
  };
}

export function depositSubject(deposit: TokenDeposit): OwnedSubject {
  const { id, tenantId, network, accountId, units, asset, updatedAt } = deposit;
  const cents = dollarCents(units, asset.scale);
  const neededRight = "sanctions.decide";
  return {
    type: "deposit",
    id,
    tenantId,
    network,
    accountId,
    cents,
    target: undefined,
    updatedAt,
    neededRight,
  };
}

export function paymentSubject(payment: StoredPayment, target: string | undefined): HeldSubject {
  const { id, tenantId, network, accountId, amountCents: cents, updatedAt } = payment;
  const neededRight = isHeldForSender(payment) ? "sanctions.decide" : "suspense.decide";
  return { type: "payment", id, tenantId, network, accountId, cents, target, updatedAt, neededRight };
}

export function claimSubject(claim: Claim, cents: bigint, target: string): OwnedSubject {
  const { id, tenantId, network, accountId, updatedAt } = claim;
  const neededRight = "claims.decide";
  return { type: "claim", id, tenantId, network, accountId, cents, target, updatedAt, neededRight };
}

/** Whether a payment is or was held for a sanctions match. A payment that is only unmatched needs one user. */
export function isHeldForSender({ hold }: Pick<StoredPayment, "hold">): boolean {
  return hold !== undefined && (hold.screening !== undefined || senderReasons.has(hold.reason));
}

const senderReasons: ReadonlySet<string> = new Set(["sanctioned_sender", "unnamed_sender"]);

/** Tokens count as dollars, one to one. Less than a cent counts as one. */
export function dollarCents(units: bigint, scale: number): bigint {
  const numerator = 10n ** BigInt(usd.scale);
  const denominator = 10n ** BigInt(scale);
  return multiplyByRatio({ units, asset: usd }, { numerator, denominator, rounding: "up" }).units;
}
