import type { BankRail } from "./rail.ts";

const limits: Readonly<Record<BankRail, bigint>> = {
  // Fedwire: one cent below 10,000,000,000 USD.
  wire: 999_999_999_999n,
  // Nacha: ten digits of cents in an entry.
  ach_credit: 9_999_999_999n,
  ach_debit: 9_999_999_999n,
  // Nacha: 1,000,000 USD per same-day entry.
  same_day_ach_credit: 100_000_000n,
  same_day_ach_debit: 100_000_000n,
  // RTP: 10,000,000 USD.
  rtp_credit: 1_000_000_000n,
};

/** Network limit of one entry, in cents. */
export function mostCentsBy(rail: BankRail): bigint {
  return limits[rail];
}
