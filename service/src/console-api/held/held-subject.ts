import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { multiplyByRatio, usd } from "../../kernel/money.ts";
import { type TokenDeposit, tokenScale } from "../../tokens/index.ts";
import type { Transfer } from "../../transfers/index.ts";

/** What the sanctions list holds, as the rule of two people sees it. */
export interface HeldSubject {
  readonly type: "transfer" | "deposit";
  readonly id: string;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
  /** What it counts for, in dollars. */
  readonly cents: bigint;
  /** Since when it is as it is. */
  readonly updatedAt: Instant;
}

export function transferSubject(transfer: Transfer): HeldSubject {
  const { id, tenantId, network, accountId, units, updatedAt } = transfer;
  const cents = dollarCents(units, tokenScale);
  return { type: "transfer", id, tenantId, network, accountId, cents, updatedAt };
}

export function depositSubject(deposit: TokenDeposit): HeldSubject {
  const { id, tenantId, network, accountId, units, asset, updatedAt } = deposit;
  const cents = dollarCents(units, asset.scale);
  return { type: "deposit", id, tenantId, network, accountId, cents, updatedAt };
}

/** Tokens count as dollars, one to one. What is less than a cent counts as one. */
export function dollarCents(units: bigint, scale: number): bigint {
  const numerator = 10n ** BigInt(usd.scale);
  const denominator = 10n ** BigInt(scale);
  return multiplyByRatio({ units, asset: usd }, { numerator, denominator, rounding: "up" }).units;
}
