import { paymentSystemOf, type RailSystem, railSystems } from "../rail.ts";

/** What a transaction code says about a booking. */
export interface TransactionKind {
  /** Systems that book under this code; several, if they share it. */
  readonly systems: readonly RailSystem[];
  readonly isReturn: boolean;
}

/** The payment systems of a transaction code; undefined for other bookings, such as a fee or interest. */
export function kindOfTransactionCode(code: string | undefined): TransactionKind | undefined {
  const [domain, family, sub = ""] = (code ?? "").split("/");
  if (domain !== "PMNT" || family === undefined) return undefined;
  const systems = systemsOf(family, sub);
  return systems.length === 0 ? undefined : { systems, isReturn: returnSubFamilies.has(sub) };
}

/** ACH returns and reversals, and reimbursements of returned transfers. */
const returnSubFamilies: ReadonlySet<string> = new Set(["ARET", "AREV", "RRTN", "UPDD"]);

/** A system that names the sub-family goes before those that take the whole family. */
function systemsOf(family: string, sub: string): readonly RailSystem[] {
  const rules = railSystems.flatMap((system) =>
    paymentSystemOf(system)
      .bookings.filter(({ families }) => families.includes(family))
      .map(({ subFamilies }) => ({ system, subFamilies })),
  );
  const named = rules.filter(({ subFamilies }) => subFamilies?.includes(sub) === true);
  const whole = rules.filter(({ subFamilies }) => subFamilies === undefined);
  return (named.length > 0 ? named : whole).map(({ system }) => system);
}
