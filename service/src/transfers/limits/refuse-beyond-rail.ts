import type { Refusal } from "../../kernel/refusal.ts";
import { type BankRail, isBankRail } from "../../rails/rail.ts";
import { beyond, dollars } from "./decide-limits.ts";
import type { LimitCandidate } from "./transfer-limit.ts";

/**
 * What one entry may carry, for everybody. Nacha: 1,000,000 USD on the same day, and ten digits of cents in any entry.
 * RTP: 10,000,000 USD. Fedwire: one cent below 10,000,000,000 USD.
 */
const mostCents: Readonly<Record<BankRail, bigint>> = {
  wire: 999_999_999_999n,
  ach_credit: 9_999_999_999n,
  ach_debit: 9_999_999_999n,
  same_day_ach_credit: 100_000_000n,
  same_day_ach_debit: 100_000_000n,
  rtp_credit: 1_000_000_000n,
};

export function refuseBeyondRail({
  transferTypes,
  cents,
  pointer,
}: Pick<LimitCandidate, "transferTypes" | "cents" | "pointer">): Refusal | undefined {
  const rail = transferTypes.filter(isBankRail).find((each) => cents > mostCents[each]);
  if (rail === undefined) return undefined;
  return beyond(`is above the limit of ${dollars(mostCents[rail])} for one transfer by ${rail}`, pointer);
}
