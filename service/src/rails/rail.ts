/** Bank rails, by their API names. */
export const bankRails = [
  "wire",
  "ach_credit",
  "same_day_ach_credit",
  "ach_debit",
  "same_day_ach_debit",
  "rtp_credit",
] as const;
export type BankRail = (typeof bankRails)[number];

export function isBankRail(transferType: string): transferType is BankRail {
  return (bankRails as readonly string[]).includes(transferType);
}

/** Payment systems behind the rails; the API's name of a payment's rail. */
export const railSystems = ["wire", "ach", "rtp"] as const;
export type RailSystem = (typeof railSystems)[number];

export function systemOf(rail: BankRail): RailSystem {
  switch (rail) {
    case "wire":
      return "wire";
    case "rtp_credit":
      return "rtp";
    case "ach_credit":
    case "same_day_ach_credit":
    case "ach_debit":
    case "same_day_ach_debit":
      return "ach";
  }
}

export type DebitRail = "ach_debit" | "same_day_ach_debit";

/** A debit pulls money from the counterparty; every other rail pushes money to it. */
export function isDebit(rail: BankRail): rail is DebitRail {
  return rail === "ach_debit" || rail === "same_day_ach_debit";
}
