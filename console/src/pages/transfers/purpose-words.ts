import type { Transfer } from "./transfer.ts";

export type Purpose = NonNullable<Transfer["destination"]["purpose"]>;

export const purposeWords: Readonly<Record<Purpose, string>> = {
  payroll: "Payroll",
  pension: "Pension",
  vendor: "Vendor payment",
  invoice: "Invoice",
  purchase: "Purchase",
  refund: "Refund",
  rent: "Rent",
  loan: "Loan",
  insurance: "Insurance",
  tax: "Tax",
  charity: "Charity",
  intracompany: "Intracompany",
  treasury: "Treasury",
  other: "Other",
};

export const purposeOptions = Object.entries(purposeWords).map(([value, label]) => ({
  value: value as Purpose,
  label,
}));
