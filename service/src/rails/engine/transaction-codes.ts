import type { RailSystem } from "../rail.ts";

/**
 * Domain, family and sub-family of booked entries (ISO 20022 external bank transaction codes), as in
 * `ReportedEntry.transactionCode`. The sandbox bank writes these; a real bank may use others of the same families.
 */
export const transactionCodes = {
  /** Incoming payment. */
  received: { wire: "PMNT/RCDT/DMCT", ach: "PMNT/RCDT/ACDT", rtp: "PMNT/RRCT/DMCT" },
  /** Outgoing payment. */
  sent: { wire: "PMNT/ICDT/DMCT", ach: "PMNT/ICDT/ACDT", rtp: "PMNT/IRCT/DMCT" },
  /** Outgoing ACH debit. */
  pulled: { ach: "PMNT/IDDT/OODD" },
  /** Return of our entry: a credit for a payment, a debit for an ACH debit. */
  cameBack: { wire: "PMNT/RCDT/RRTN", ach: "PMNT/RCDT/ARET", rtp: "PMNT/RRCT/RRTN" },
  pulledBack: { ach: "PMNT/IDDT/ARET" },
  /** We returned an incoming payment. */
  givenBack: { wire: "PMNT/ICDT/RRTN", ach: "PMNT/ICDT/ARET", rtp: "PMNT/IRCT/RRTN" },
} as const satisfies Record<string, Partial<Record<RailSystem, string>>>;

export interface TransactionKind {
  readonly system: RailSystem;
  readonly isReturn: boolean;
}

/** The rail of a transaction code; undefined for other bookings, such as a fee or interest. */
export function kindOfTransactionCode(code: string | undefined): TransactionKind | undefined {
  const [domain, family, sub = ""] = (code ?? "").split("/");
  if (domain !== "PMNT" || family === undefined) return undefined;
  const system = systemOfFamily(family, sub);
  return system === undefined ? undefined : { system, isReturn: returnSubFamilies.has(sub) };
}

/** ACH returns and reversals, and reimbursements of returned transfers. */
const returnSubFamilies: ReadonlySet<string> = new Set(["ARET", "AREV", "RRTN", "UPDD"]);

/** Sub-families of credit transfers that are ACH, by their names in the code set. */
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
