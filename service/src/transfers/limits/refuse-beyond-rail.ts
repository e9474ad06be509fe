import type { Refusal } from "../../kernel/refusal.ts";
import { isBankRail } from "../../rails/rail.ts";
import { mostCentsBy } from "../../rails/rail-limit.ts";
import { beyond, dollars } from "./decide-limits.ts";
import type { LimitCandidate } from "./transfer-limit.ts";

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
