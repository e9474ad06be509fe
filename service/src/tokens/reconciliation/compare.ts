import type { Movements } from "./in-flight.ts";

/** What the ledger says, and what is under way beside it, of one moment. */
export interface BookFacts extends Movements {
  readonly units: bigint;
}

/** One supply or one balance: the chain's word, and the books before and after the chain was asked. */
export interface ComparisonFacts {
  readonly subject: "supply" | "balance";
  /** Undefined when the chain could not be asked. */
  readonly chainUnits: bigint | undefined;
  readonly before: BookFacts;
  readonly after: BookFacts;
}

export const differenceCauses = [
  /** More was minted than the ledger knows: somebody else has, or had, the right to mint. */
  "minted_outside",
  /** Less is there than was minted: a holder has burned tokens without us. */
  "burned_outside",
  /** Tokens came to an address of ours and were not credited. */
  "deposit_not_recorded",
  /** Tokens left an address of ours without us: its key, or the token's issuer, has done it. */
  "left_without_record",
] as const;
export type DifferenceCause = (typeof differenceCauses)[number];

export type Comparison =
  | { readonly verdict: "equal" }
  /** What is under way accounts for it. */
  | { readonly verdict: "explained"; readonly cause: "in_flight" | "deposit_not_final" }
  | { readonly verdict: "different"; readonly difference: bigint; readonly cause: DifferenceCause }
  | { readonly verdict: "unverified"; readonly cause: "chain_unreachable" };

/**
 * Holds a chain against the ledger. A chain and a database have no moment in common: what was under way at either of two
 * moments around the question may or may not be in the answer, so everything between the extremes is explained. What came
 * and went between the two moments cannot be seen, so a difference is believed only when it is found again and again.
 */
export function compare({ subject, chainUnits, before, after }: ComparisonFacts): Comparison {
  if (chainUnits === undefined) return { verdict: "unverified", cause: "chain_unreachable" };
  if (chainUnits === after.units) return { verdict: "equal" };
  const least = min(before.units - before.outgoing, after.units - after.outgoing);
  const most = max(before.units + before.incoming, after.units + after.incoming);
  if (chainUnits >= least && chainUnits <= most) return { verdict: "explained", cause: "in_flight" };
  const mostWithDeposits = max(
    before.units + before.incoming + before.depositing,
    after.units + after.incoming + after.depositing,
  );
  if (chainUnits >= least && chainUnits <= mostWithDeposits) {
    return { verdict: "explained", cause: "deposit_not_final" };
  }
  const difference = chainUnits - after.units;
  return { verdict: "different", difference, cause: causeOf(subject, difference) };
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
