import { formatAmount, usd } from "../../kernel/money.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { isBankRail, mostCentsBy } from "../../rails/rail.ts";
import {
  isLimitedBy,
  type LimitCandidate,
  type LimitedOperation,
  type LimitId,
  type LimitScope,
  type TransferLimit,
} from "./transfer-limit.ts";

/** What counts toward a limit. */
export interface Usage {
  readonly todayCents: bigint;
  readonly thirtyDayCents: bigint;
}

export type UsageByLimit = ReadonlyMap<LimitId, Usage>;

export const noUsage: Usage = { todayCents: 0n, thirtyDayCents: 0n };

/**
 * Which candidates to accept, in order: each accepted one counts for those after it. Undefined stays undefined, because
 * an operation that was refused before uses nothing.
 */
export function decideLimits(
  limits: readonly TransferLimit[],
  used: UsageByLimit,
  candidates: readonly (LimitCandidate | undefined)[],
): readonly (Refusal | undefined)[] {
  const taken = new Map(used);
  return candidates.map((candidate) => {
    if (candidate === undefined) return undefined;
    const applying = limits.filter((limit) => isLimitedBy(candidate, limit));
    const refusal = refuseTooLarge(applying, candidate) ?? refuseBeyondWindow(applying, taken, candidate);
    if (refusal !== undefined) return refusal;
    for (const { id } of applying) taken.set(id, plus(taken.get(id), candidate.cents));
    return undefined;
  });
}

function plus({ todayCents, thirtyDayCents }: Usage = noUsage, cents: bigint): Usage {
  return { todayCents: todayCents + cents, thirtyDayCents: thirtyDayCents + cents };
}

/** Refuses an amount above a limit per transfer, which needs no usage. */
export function refuseTooLarge(
  limits: readonly TransferLimit[],
  candidate: LimitCandidate,
): Refusal | undefined {
  const { cents, pointer } = candidate;
  for (const limit of limits) {
    const { perTransferCents } = limit;
    if (perTransferCents === undefined || cents <= perTransferCents || !isLimitedBy(candidate, limit))
      continue;
    const noun = nouns[limit.operation ?? "transfer"];
    return beyond(`exceeds the limit of ${dollars(perTransferCents)} per ${noun}${narrowed(limit)}`, pointer);
  }
  return undefined;
}

function refuseBeyondWindow(
  limits: readonly TransferLimit[],
  taken: UsageByLimit,
  { cents, pointer }: LimitCandidate,
): Refusal | undefined {
  for (const limit of limits) {
    const { dailyCents, thirtyDayCents } = limit;
    const used = taken.get(limit.id) ?? noUsage;
    const scope = `${limit.operation === undefined ? "" : ` for ${nouns[limit.operation]}s`}${narrowed(limit)}`;
    if (dailyCents !== undefined && cents > left(dailyCents, used.todayCents)) {
      const remaining = `${dollars(left(dailyCents, used.todayCents))} remains until 00:00 UTC`;
      return beyond(`exceeds the daily limit of ${dollars(dailyCents)}${scope}; ${remaining}`, pointer);
    }
    if (thirtyDayCents !== undefined && cents > left(thirtyDayCents, used.thirtyDayCents)) {
      const remaining = `${dollars(left(thirtyDayCents, used.thirtyDayCents))} remains`;
      return beyond(`exceeds the 30-day limit of ${dollars(thirtyDayCents)}${scope}; ${remaining}`, pointer);
    }
  }
  return undefined;
}

/** A limit may have been lowered below the amount already used. */
export function left(limitCents: bigint, usedCents: bigint): bigint {
  return limitCents > usedCents ? limitCents - usedCents : 0n;
}

/** Refuses an amount above the maximum of a bank rail, which is the same for all tenants. */
export function refuseBeyondRail({
  transferTypes,
  cents,
  pointer,
}: Pick<LimitCandidate, "transferTypes" | "cents" | "pointer">): Refusal | undefined {
  const rail = transferTypes.filter(isBankRail).find((each) => cents > mostCentsBy(each));
  if (rail === undefined) return undefined;
  return beyond(`exceeds the limit of ${dollars(mostCentsBy(rail))} per transfer by ${rail}`, pointer);
}

const nouns: Readonly<Record<LimitedOperation, string>> = {
  transfer: "transfer",
  token_transfer: "token transfer",
  token_mint: "mint",
  token_burn: "burn",
  treasury_withdrawal: "withdrawal",
};

function narrowed({ asset, transferType, destination }: LimitScope): string {
  return [
    asset === undefined ? "" : ` of ${asset}`,
    transferType === undefined ? "" : ` by ${transferType}`,
    destination === undefined ? "" : " to this destination",
  ].join("");
}

function beyond(detail: string, pointer: string): Refusal {
  return refuse("limit_exceeded", `the amount ${detail}`, { errors: [{ pointer, detail }] });
}

function dollars(cents: bigint): string {
  return `${formatAmount({ units: cents, asset: usd })} USD`;
}
