import { correctsAccount } from "./corrected-data.ts";

/** Change codes of notifications of change (NOC). A refused NOC goes back to the RDFI that sent it. */
export interface CorrectionCode {
  readonly code: string;
  readonly reason: string;
  readonly stage: "correction" | "refused";
  /** Corrected account data are stored; a name is checked by its owner; everything else is an item for operators. */
  readonly handling: "stored" | "owner" | "item";
}

export function correctionCodeOf(code: string): CorrectionCode | undefined {
  return codes.get(code);
}

/** Every known code, in order. */
export function allCorrectionCodes(): readonly CorrectionCode[] {
  return [...codes.values()];
}

const corrections: Readonly<Record<string, string>> = {
  C01: "Incorrect account number",
  C02: "Incorrect routing number",
  C03: "Incorrect routing number and account number",
  C04: "Incorrect receiver name",
  C05: "Incorrect transaction code (account type)",
  C06: "Incorrect account number and transaction code",
  C07: "Incorrect routing number, account number and transaction code",
  C08: "Incorrect receiving bank of an international entry",
  C09: "Incorrect individual identification number",
  C10: "Incorrect company name",
  C11: "Incorrect company identification",
  C12: "Incorrect company name and company identification",
  C13: "Invalid addenda format",
  C14: "International entry without the SEC code IAT",
};

const refusals: Readonly<Record<string, string>> = {
  C61: "The notification of change was sent to the wrong bank",
  C62: "The trace number does not match an original entry",
  C63: "The company identification does not match the entry",
  C64: "The individual identification number does not match the entry",
  C65: "The corrected data are not in a valid format",
  C66: "The discretionary data do not match the entry",
  C67: "The routing number does not match the entry",
  C68: "The account number does not match the entry",
  C69: "The transaction code does not match the entry",
};

const codes: ReadonlyMap<string, CorrectionCode> = new Map([
  ...entriesOf(corrections, "correction"),
  ...entriesOf(refusals, "refused"),
]);

function entriesOf(
  reasons: Readonly<Record<string, string>>,
  stage: CorrectionCode["stage"],
): readonly (readonly [string, CorrectionCode])[] {
  return Object.entries(reasons).map(([code, reason]) => [
    code,
    { code, reason, stage, handling: handlingOf(code) },
  ]);
}

/** A name is not stored, because an ACH file has only 22 characters of it. */
function handlingOf(code: string): CorrectionCode["handling"] {
  if (correctsAccount(code)) return "stored";
  return code === "C04" ? "owner" : "item";
}
