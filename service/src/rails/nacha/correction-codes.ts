/** What a notification of change is about; a refused one goes back to the bank that wrote it. */
export interface CorrectionCode {
  readonly code: string;
  readonly reason: string;
  readonly stage: "correction" | "refused";
}

export function correctionCodeOf(code: string): CorrectionCode | undefined {
  return codes.get(code);
}

const corrections: Readonly<Record<string, string>> = {
  C01: "The account number was wrong",
  C02: "The routing number was wrong",
  C03: "The routing number and the account number were wrong",
  C04: "The name of the receiver was wrong",
  C05: "The transaction code, and with it the kind of account, was wrong",
  C06: "The account number and the transaction code were wrong",
  C07: "The routing number, the account number and the transaction code were wrong",
  C08: "The receiving bank of an international entry was wrong",
  C09: "The number by which the receiver is identified was wrong",
  C10: "The name of the company was wrong",
  C11: "The identification of the company was wrong",
  C12: "The name and the identification of the company were wrong",
  C13: "The addenda were not formed as they should be",
  C14: "The entry was international, and its class does not say so",
};

const refusals: Readonly<Record<string, string>> = {
  C61: "The correction was sent to the wrong bank",
  C62: "The correction names a trace number that is not ours",
  C63: "The correction names another company",
  C64: "The correction identifies the receiver by another number",
  C65: "The corrected data are not formed as they should be",
  C66: "The correction carries other discretionary data",
  C67: "The routing number of the correction is not that of the entry",
  C68: "The account number of the correction is not that of the entry",
  C69: "The transaction code of the correction is not that of the entry",
};

const codes: ReadonlyMap<string, CorrectionCode> = new Map([
  ...entriesOf(corrections, "correction"),
  ...entriesOf(refusals, "refused"),
]);

function entriesOf(
  reasons: Readonly<Record<string, string>>,
  stage: CorrectionCode["stage"],
): readonly (readonly [string, CorrectionCode])[] {
  return Object.entries(reasons).map(([code, reason]) => [code, { code, reason, stage }]);
}
