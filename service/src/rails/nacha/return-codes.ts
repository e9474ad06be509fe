/** Why an entry comes back. */
export interface ReturnCode {
  readonly code: string;
  readonly reason: string;
  readonly category: ReturnCategory;
  /** Whether the same entry may be tried again: only where money was lacking. */
  readonly retriable: boolean;
  /** A return may be dishonored by the originator, and that may be contested by the receiver. */
  readonly stage: "return" | "dishonored" | "contested";
}

export const returnCategories = ["insufficient_funds", "administrative", "unauthorized", "other"] as const;
export type ReturnCategory = (typeof returnCategories)[number];

export function returnCodeOf(code: string): ReturnCode | undefined {
  return codes.get(code);
}

/** Every code that there is, in order. */
export function allReturnCodes(): readonly ReturnCode[] {
  return [...codes.values()];
}

const reasons: Readonly<Record<ReturnCategory, Readonly<Record<string, string>>>> = {
  insufficient_funds: {
    R01: "There is not enough money in the account",
    R09: "The money in the account is not available yet",
  },
  administrative: {
    R02: "The account has been closed",
    R03: "There is no such account, or it is not the receiver's",
    R04: "The account number cannot be one of that bank",
  },
  unauthorized: {
    R05: "A consumer's account was debited as if it were a company's, without permission",
    R07: "The customer has withdrawn the permission",
    R10: "The customer does not know the originator, or gave no permission",
    R11: "The entry is not what the customer gave permission for",
    R29: "The company says that it gave no permission",
    R51: "The represented cheque was not eligible, or the entry for it was wrong",
  },
  other: {
    R06: "The sending bank asked for it back",
    R08: "The customer has stopped the payment",
    R12: "The account went to another bank",
    R13: "The routing number is not that of a bank in the ACH network",
    R14: "The person who represented the payee has died or can no longer do so",
    R15: "The payee or the holder of the account has died",
    R16: "The account is frozen, by law or on the order of OFAC",
    R17: "The bank could not process the entry, or doubts where it comes from",
    R18: "The effective date is not possible",
    R19: "The amount is not possible",
    R20: "The account does not allow such entries",
    R21: "The company is identified by a wrong number",
    R22: "The receiver is identified by a wrong number",
    R23: "The receiver does not want the money",
    R24: "The entry seems to have come twice",
    R25: "The addenda are wrong",
    R26: "A mandatory field is wrong",
    R27: "The trace number is wrong or missing",
    R28: "The check digit of the routing number is wrong",
    R30: "The bank takes no part in cheque truncation",
    R31: "The sending bank agreed to a late return of a company's entry",
    R32: "The receiving bank cannot settle",
    R33: "The bank returns an entry for a destroyed cheque",
    R34: "The bank takes part in the network with limits",
    R35: "A debit is not allowed here",
    R36: "A credit is not allowed here",
    R37: "The cheque behind the entry was paid as well",
    R38: "Payment of the cheque behind the entry was stopped",
    R39: "The cheque behind the entry was not fit for it, or was paid as well",
    R40: "A federal agency returns an enrolment",
    R41: "The enrolment has a wrong transaction code",
    R42: "The enrolment has a wrong routing number",
    R43: "The enrolment has a wrong account number",
    R44: "The enrolment identifies the person wrongly",
    R45: "The enrolment has a wrong name",
    R46: "The enrolment says wrongly whether somebody represents the payee",
    R47: "The enrolment has come twice",
    R50: "The law of the state does not allow a cheque to be represented so",
    R52: "Payment of the represented cheque was stopped",
    R53: "The represented cheque was paid as well",
    R61: "The return went to the wrong bank",
    R62: "The return takes back a debit that was wrong or a reversal",
    R67: "The return has come twice",
    R68: "The return came too late",
    R69: "Fields of the return are wrong",
    R70: "The return was neither asked for nor agreed to",
    R71: "The dishonored return went to the wrong bank",
    R72: "The dishonored return came too late",
    R73: "The return came in time",
    R74: "The return is sent again, corrected",
    R75: "The return had not come before",
    R76: "Nothing is wrong in the return",
    R77: "The bank does not accept that its return was dishonored as R62",
    R80: "The international entry is coded wrongly",
    R81: "The bank takes no part in international entries",
    R82: "The foreign bank is not identified rightly",
    R83: "The foreign bank cannot settle",
    R84: "The gateway did not process the entry",
    R85: "The entry was international, and its class did not say so",
    R90: "The receiving bank returns it because of sanctions",
  },
};

const codes: ReadonlyMap<string, ReturnCode> = new Map(
  returnCategories
    .flatMap((category) =>
      Object.entries(reasons[category]).map(([code, reason]) => describe(code, reason, category)),
    )
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
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
