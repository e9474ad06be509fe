import type { Period } from "./period.ts";
import type { Fact } from "./report.ts";

export function describePeriod({ firstDay, lastDay, timeZone }: Period): readonly Fact[] {
  return [
    ["Period", firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`],
    ["Time zone", timeZone],
  ];
}
