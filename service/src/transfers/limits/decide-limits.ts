import { formatAmount, usd } from "../../kernel/money.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { isBankRail } from "../../rails/rail.ts";
import { mostCentsBy } from "../../rails/rail-limit.ts";
import { isLimitedBy, type LimitCandidate, type LimitId, type TransferLimit } from "./transfer-limit.ts";

/** Cents used today, for each daily limit. */
export type UsedCents = ReadonlyMap<LimitId, bigint>;

/**
 * Which candidates to accept, in order: each accepted one counts for those after it. Undefined stays undefined, because
 * a transfer that was refused before uses nothing.
 */
export function decideLimits(
  limits: readonly TransferLimit[],
  used: UsedCents,
  candidates: readonly (LimitCandidate | undefined)[],
): readonly (Refusal | undefined)[] {
  const taken = new Map(used);
  return candidates.map((candidate) => {
    if (candidate === undefined) return undefined;
    const applying = limits.filter((limit) => isLimitedBy(candidate, limit));
    const refusal = refuseCandidate(applying, taken, candidate);
    if (refusal !== undefined) return refusal;
    for (const { id } of applying) taken.set(id, (taken.get(id) ?? 0n) + candidate.cents);
    return undefined;
  });
}

function refuseCandidate(
  limits: readonly TransferLimit[],
  taken: UsedCents,
  { cents, pointer }: LimitCandidate,
): Refusal | undefined {
  for (const { perTransferCents, transferType } of limits) {
    if (perTransferCents === undefined || cents <= perTransferCents) continue;
    const detail = `exceeds the limit of ${dollars(perTransferCents)} per transfer${by(transferType)}`;
    return beyond(detail, pointer);
  }
  for (const { id, dailyCents, transferType } of limits) {
    if (dailyCents === undefined) continue;
    const left = dailyCents - (taken.get(id) ?? 0n);
    if (cents <= left) continue;
    const remaining = `${dollars(left < 0n ? 0n : left)} remains until 00:00 UTC`;
    return beyond(
      `exceeds the daily limit of ${dollars(dailyCents)}${by(transferType)}; ${remaining}`,
      pointer,
    );
  }
  return undefined;
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

function beyond(detail: string, pointer: string): Refusal {
  return refuse("limit_exceeded", `the amount ${detail}`, { errors: [{ pointer, detail }] });
}

function dollars(cents: bigint): string {
  return `${formatAmount({ units: cents, asset: usd })} USD`;
}

function by(transferType: string | undefined): string {
  return transferType === undefined ? "" : ` by ${transferType}`;
}
