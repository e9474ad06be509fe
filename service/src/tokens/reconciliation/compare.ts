import type { Movements } from "./in-flight.ts";

/** Ledger amount and units in flight at one moment. */
export interface BookFacts extends Movements {
  readonly units: bigint;
}

/** One supply or balance: on the chain, and in the ledger before and after the chain was queried. */
export interface ComparisonFacts {
  readonly subject: "supply" | "balance";
  /** Undefined if the chain was unreachable. */
  readonly chainUnits: bigint | undefined;
  readonly before: BookFacts;
  readonly after: BookFacts;
}

export const differenceCauses = [
  /** More was minted than is in the ledger: another party has or had minting rights. */
  "minted_outside",
  /** Less is on the chain than was minted: a holder burned tokens directly. */
  "burned_outside",
  /** Tokens arrived at a custodial address and were not credited. */
  "deposit_not_recorded",
  /** Tokens left a custodial address without a record: by its key or by the token issuer. */
  "left_without_record",
] as const;
export type DifferenceCause = (typeof differenceCauses)[number];

export type Comparison =
  | { readonly outcome: "equal" }
  /** Explained by units in flight. */
  | { readonly outcome: "explained"; readonly cause: "in_flight" | "deposit_not_final" }
  | { readonly outcome: "different"; readonly difference: bigint; readonly cause: DifferenceCause }
  | { readonly outcome: "unverified"; readonly cause: "chain_unreachable" };

/**
 * Compares a chain with the ledger. They share no point in time: operations in flight before or after the query may or
 * may not be included in the result, so any value between the extremes is explained. Operations that started and
 * finished in between are invisible, so a difference is confirmed only if it is found repeatedly.
 */
export function compare({ subject, chainUnits, before, after }: ComparisonFacts): Comparison {
  if (chainUnits === undefined) return { outcome: "unverified", cause: "chain_unreachable" };
  if (chainUnits === after.units) return { outcome: "equal" };
  const least = min(before.units - before.outgoing, after.units - after.outgoing);
  const most = max(before.units + before.incoming, after.units + after.incoming);
  if (chainUnits >= least && chainUnits <= most) return { outcome: "explained", cause: "in_flight" };
  const mostWithDeposits = max(
    before.units + before.incoming + before.depositing,
    after.units + after.incoming + after.depositing,
  );
  if (chainUnits >= least && chainUnits <= mostWithDeposits) {
    return { outcome: "explained", cause: "deposit_not_final" };
  }
  const difference = chainUnits - after.units;
  return { outcome: "different", difference, cause: causeOf(subject, difference) };
}

function causeOf(subject: ComparisonFacts["subject"], difference: bigint): DifferenceCause {
  if (subject === "supply") return difference > 0n ? "minted_outside" : "burned_outside";
  return difference > 0n ? "deposit_not_recorded" : "left_without_record";
}

function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
