import type { RailSystem } from "../rail.ts";

/**
 * Domain, family and sub-family of booked entries (ISO 20022 external bank transaction codes), as they stand in
 * `ReportedEntry.transactionCode`. The sandbox bank writes these; a real bank may write others of the same families.
 */
export const transactionCodes = {
  /** Somebody sent money to us. */
  received: { wire: "PMNT/RCDT/DMCT", ach: "PMNT/RCDT/ACDT", rtp: "PMNT/RRCT/DMCT" },
  /** We sent money. */
  sent: { wire: "PMNT/ICDT/DMCT", ach: "PMNT/ICDT/ACDT", rtp: "PMNT/IRCT/DMCT" },
  /** We pulled money by an ACH debit. */
  pulled: { ach: "PMNT/IDDT/OODD" },
  /** What we had sent came back to us, or what we had pulled was taken back: the return of an entry of ours. */
  cameBack: { wire: "PMNT/RCDT/RRTN", ach: "PMNT/RCDT/ARET", rtp: "PMNT/RRCT/RRTN" },
  pulledBack: { ach: "PMNT/IDDT/ARET" },
  /** We gave back what somebody had sent to us. */
  givenBack: { wire: "PMNT/ICDT/RRTN", ach: "PMNT/ICDT/ARET", rtp: "PMNT/IRCT/RRTN" },
} as const satisfies Record<string, Partial<Record<RailSystem, string>>>;

export interface TransactionKind {
  readonly system: RailSystem;
  readonly isReturn: boolean;
}

/** What the code of a booked entry tells; undefined for one that is none of the rails', such as a fee or interest. */
export function kindOfTransactionCode(code: string | undefined): TransactionKind | undefined {
  const [domain, family, sub = ""] = (code ?? "").split("/");
  if (domain !== "PMNT" || family === undefined) return undefined;
  const system = systemOfFamily(family, sub);
  return system === undefined ? undefined : { system, isReturn: returnSubFamilies.has(sub) };
}

/** ACH return and reversal, and the reimbursements of transfers that came back. */
const returnSubFamilies: ReadonlySet<string> = new Set(["ARET", "AREV", "RRTN", "UPDD"]);

/** The sub-families of credit transfers that are ACH; by their names in the list of codes. */
const achSubFamilies: ReadonlySet<string> = new Set([
  "ACDT",
  "ACON",
  "ACOR",
  "ADBT",
  "AIDD",
  "APAC",
  "ARET",
  "AREV",
  "ASET",
  "ATXN",
]);

function systemOfFamily(family: string, sub: string): RailSystem | undefined {
  switch (family) {
    case "RRCT":
    case "IRCT":
      return "rtp";
    case "IDDT":
    case "RDDT":
      return "ach";
    case "RCDT":
    case "ICDT":
      return achSubFamilies.has(sub) ? "ach" : "wire";
    default:
      return undefined;
  }
}
