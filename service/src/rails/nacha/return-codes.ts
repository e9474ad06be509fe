/** Return reason code: why an entry is returned. */
export interface ReturnCode {
  readonly code: string;
  readonly reason: string;
  readonly category: ReturnCategory;
  /** Whether the same entry may be originated again, by `retryRule`: only after insufficient or uncollected funds. */
  readonly retriable: boolean;
  /** The ODFI may dishonor a return, and the RDFI may contest the dishonored return. */
  readonly stage: "return" | "dishonored" | "contested";
}

export const returnCategories = ["insufficient_funds", "administrative", "unauthorized", "other"] as const;
export type ReturnCategory = (typeof returnCategories)[number];

export function returnCodeOf(code: string): ReturnCode | undefined {
  return codes.get(code);
}

/**
 * Nacha: an entry that was returned for insufficient or uncollected funds may be originated again, with this company
 * entry description, at most twice and within 180 days of the settlement of the original. No other return may be
 * retried: a new entry needs a new authorization or corrected data.
 */
export const retryRule = { maxRetries: 2, withinDays: 180, description: "RETRY PYMT" } as const;

/**
 * Whether the originator must not debit the account again without a new authorization: the account is closed, unknown,
 * frozen or takes no debits, or its holder did not authorize or revoked the debit.
 */
export function endsAuthorization(code: string): boolean {
  return endingCodes.has(code);
}

const endingCodes: ReadonlySet<string> = new Set([
  "R02",
  "R03",
  "R04",
  "R05",
  "R07",
  "R10",
  "R11",
  "R16",
  "R20",
  "R29",
]);

/** Every known code, in order. */
export function allReturnCodes(): readonly ReturnCode[] {
  return [...codes.values()];
}

const reasons: Readonly<Record<ReturnCategory, Readonly<Record<string, string>>>> = {
  insufficient_funds: {
    R01: "Insufficient funds in the account",
    R09: "Uncollected funds: the balance is not available yet",
  },
  administrative: {
    R02: "The account is closed",
    R03: "No account, or unable to locate the account",
    R04: "The account number structure is invalid",
  },
  unauthorized: {
    R05: "Unauthorized debit to a consumer account with a corporate SEC code",
    R07: "The customer revoked the authorization",
    R10: "The customer doesn't know the originator or didn't authorize the debit",
    R11: "The entry doesn't match the terms of the authorization",
    R29: "The corporate customer didn't authorize the entry",
    R51: "The check of the RCK entry is ineligible, or the RCK entry is improper",
  },
  other: {
    R06: "Returned at the request of the ODFI",
    R08: "The customer placed a stop payment",
    R12: "The account was sold to another bank",
    R13: "The routing number is invalid, or the bank does not take part in ACH",
    R14: "The representative payee is deceased or unable to continue",
    R15: "The beneficiary or account holder is deceased",
    R16: "The account is frozen, or OFAC instructed the return",
    R17: "The bank could not process the entry, or suspects questionable circumstances",
    R18: "The effective entry date is improper",
    R19: "The amount field is invalid",
    R20: "The account does not allow transactions of this type",
    R21: "The company identification is invalid",
    R22: "The individual identification number is invalid",
    R23: "The receiver refused the credit",
    R24: "The entry is a duplicate",
    R25: "The addenda records are invalid",
    R26: "A mandatory field is invalid or missing",
    R27: "The trace number is invalid or missing",
    R28: "The check digit of the routing number is invalid",
    R30: "The RDFI does not take part in check truncation",
    R31: "The ODFI agreed to a late return of a corporate entry (CCD or CTX)",
    R32: "The RDFI is unable to settle",
    R33: "The RDFI returns an entry for a destroyed check (XCK)",
    R34: "The bank's participation in ACH is limited",
    R35: "A debit is not allowed for this account or entry class",
    R36: "A credit is not allowed for this account or entry class",
    R37: "The source document was also presented for payment",
    R38: "A stop payment was placed on the source document",
    R39: "The source document is improper, or was also presented for payment",
    R40: "A federal agency returns an enrollment (ENR)",
    R41: "The enrollment has an invalid transaction code",
    R42: "The enrollment has an invalid routing number or check digit",
    R43: "The enrollment has an invalid account number",
    R44: "The enrollment has an invalid individual identification number",
    R45: "The enrollment has an invalid individual or company name",
    R46: "The enrollment has an invalid representative payee indicator",
    R47: "The enrollment is a duplicate",
    R50: "State law does not allow the RCK entry",
    R52: "A stop payment was placed on the check of the RCK entry",
    R53: "The check of the RCK entry was also presented for payment",
    R61: "The return was misrouted",
    R62: "The return is for an erroneous debit or a reversing debit",
    R67: "The return is a duplicate",
    R68: "The return is untimely",
    R69: "The return has field errors",
    R70: "The return was neither requested nor accepted by the ODFI",
    R71: "The dishonored return was misrouted",
    R72: "The dishonored return is untimely",
    R73: "The original return was timely",
    R74: "The return is resent with corrections",
    R75: "The return is not a duplicate",
    R76: "The original return has no errors",
    R77: "The RDFI does not accept the R62 dishonored return",
    R80: "The IAT entry has a coding error",
    R81: "The bank does not take part in IAT",
    R82: "The foreign RDFI identification is invalid",
    R83: "The foreign RDFI is unable to settle",
    R84: "The gateway did not process the entry",
    R85: "The outbound international entry was not coded as IAT",
    R90: "Returned by the RDFI due to its sanctions obligations",
  },
};

const codes: ReadonlyMap<string, ReturnCode> = new Map(
  returnCategories
    .flatMap((category) =>
      Object.entries(reasons[category]).map(([code, reason]) => describe(code, reason, category)),
    )
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .map((code) => [code.code, code]),
);

function describe(code: string, reason: string, category: ReturnCategory): ReturnCode {
  return { code, reason, category, retriable: category === "insufficient_funds", stage: stageOf(code) };
}

function stageOf(code: string): ReturnCode["stage"] {
  const number = Number(code.slice(1));
  if (number >= 61 && number <= 70) return "dishonored";
  return number >= 71 && number <= 77 ? "contested" : "return";
}
