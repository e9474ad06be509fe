import type { RowOf } from "../../db/table.ts";
import type { achReturnRates } from "../tables.ts";

export type MeasuredRates = RowOf<typeof achReturnRates>;
/** ACH debits of a tenant, or of all, over 60 days, and how many of them were returned. */
export type ReturnCounts = Omit<MeasuredRates, "exceeded" | "measuredAt">;

export const returnRateNames = ["unauthorized", "administrative", "overall"] as const;
export type ReturnRateName = (typeof returnRateNames)[number];

/** Nacha Operating Rules, ODFI return rate reporting: over 60 days, in thousandths of the debit entries. */
const returnRateThresholds: Readonly<Record<ReturnRateName, bigint>> = {
  unauthorized: 5n,
  administrative: 30n,
  overall: 150n,
};

/** R51 is for RCK entries, which are not originated here. */
export const countedCodes = {
  unauthorized: ["R05", "R07", "R10", "R11", "R29", "R51"],
  administrative: ["R02", "R03", "R04"],
} as const;

/** The rates above their thresholds. */
export function exceededRates(counts: Omit<ReturnCounts, "tenantId" | "network">): readonly ReturnRateName[] {
  return returnRateNames.filter(
    (name) => counts[name] * 1_000n > counts.entries * returnRateThresholds[name],
  );
}
