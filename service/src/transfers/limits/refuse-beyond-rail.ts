import type { Refusal } from "../../kernel/refusal.ts";
import { isBankRail } from "../../rails/rail.ts";
import { mostCentsBy } from "../../rails/rail-limit.ts";
import { beyond, dollars } from "./decide-limits.ts";
import type { LimitCandidate } from "./transfer-limit.ts";

/** Whether the amount is above what a bank rail carries in one entry, which is the same for everybody. */
export function refuseBeyondRail({
  transferTypes,
  cents,
  pointer,
}: Pick<LimitCandidate, "transferTypes" | "cents" | "pointer">): Refusal | undefined {
  const rail = transferTypes.filter(isBankRail).find((each) => cents > mostCentsBy(each));
  if (rail === undefined) return undefined;
  return beyond(`is above the limit of ${dollars(mostCentsBy(rail))} for one transfer by ${rail}`, pointer);
}
