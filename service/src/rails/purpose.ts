/** What a payment is for, as the networks name it. */
interface PurposeNames {
  /** ISO 20022, external purpose code. */
  readonly isoCode: string;
  /** Company entry description of an ACH credit and of an ACH debit, at most 10 characters; undefined for the usual one. */
  readonly credit: string | undefined;
  readonly debit: string | undefined;
  /** Its receiver is an individual, if the type of account holder is not known. */
  readonly isForIndividuals?: boolean;
}

/**
 * Purposes of payments, by their API names. Nacha demands two of the descriptions since 20 March 2026: `PAYROLL` for
 * wages, and `PURCHASE` for debits of online purchases.
 */
export const purposes = {
  payroll: { isoCode: "SALA", credit: "PAYROLL", debit: undefined, isForIndividuals: true },
  pension: { isoCode: "PENS", credit: "PENSION", debit: undefined, isForIndividuals: true },
  vendor: { isoCode: "SUPP", credit: "VENDOR PMT", debit: "VENDOR PMT" },
  invoice: { isoCode: "IVPT", credit: "INVOICE", debit: "INVOICE" },
  purchase: { isoCode: "GDDS", credit: undefined, debit: "PURCHASE" },
  refund: { isoCode: "REFU", credit: "REFUND", debit: undefined },
  rent: { isoCode: "RENT", credit: "RENT", debit: "RENT" },
  loan: { isoCode: "LOAN", credit: "LOAN", debit: "LOAN PMT" },
  insurance: { isoCode: "INSU", credit: "INSURANCE", debit: "INSURANCE" },
  tax: { isoCode: "TAXS", credit: "TAX PMT", debit: "TAX PMT" },
  charity: { isoCode: "CHAR", credit: "DONATION", debit: "DONATION" },
  intracompany: { isoCode: "INTC", credit: "INTRACO", debit: "INTRACO" },
  treasury: { isoCode: "TREA", credit: "TREASURY", debit: "TREASURY" },
  other: { isoCode: "OTHR", credit: undefined, debit: undefined },
} as const satisfies Record<string, PurposeNames>;

export type Purpose = keyof typeof purposes;

export const purposeNames = Object.keys(purposes) as readonly Purpose[];

export function purposeOf(purpose: Purpose): PurposeNames {
  return purposes[purpose];
}
