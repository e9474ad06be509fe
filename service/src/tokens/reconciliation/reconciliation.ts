import type { ChainKey } from "../../chains/chain-name.ts";
import type { Id, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Token } from "../token.ts";
import type { Comparison, DifferenceCause } from "./compare.ts";

export type ReconciliationId = Id<"reconciliation">;

/** Number of compared supplies and balances, by outcome. */
export interface ReconciliationCounts {
  readonly compared: number;
  /** Different, but explained by units in flight. */
  readonly explained: number;
  readonly different: number;
  /** The chain was unreachable. */
  readonly unverified: number;
}

/** One run that compares all chains with the ledger. */
export interface Reconciliation extends ReconciliationCounts {
  readonly id: ReconciliationId;
  readonly startedAt: Instant;
  readonly endedAt: Instant | undefined;
}

/** The custodial address of a balance; undefined for a supply. */
export interface Holder {
  readonly tenantId: TenantId;
  readonly addressId: string;
}

/** A supply or balance where chain and ledger differ, or the chain was unreachable. */
export interface Difference extends ChainKey {
  readonly token: Pick<Token, "id" | "valueType">;
  readonly holder: Holder | undefined;
  readonly chainUnits: bigint | undefined;
  readonly ledgerUnits: bigint;
  readonly cause: DifferenceCause | "chain_unreachable";
}

/** One supply or balance with its comparison. */
export interface Compared extends Omit<Difference, "cause"> {
  readonly comparison: Comparison;
}

export function countsOf(compared: readonly Compared[]): ReconciliationCounts {
  const count = (outcome: Comparison["outcome"]): number =>
    compared.filter(({ comparison }) => comparison.outcome === outcome).length;
  return {
    compared: compared.length,
    explained: count("explained"),
    different: count("different"),
    unverified: count("unverified"),
  };
}

/** Comparisons that need manual review. */
export function differencesOf(compared: readonly Compared[]): readonly Difference[] {
  return compared.flatMap(({ comparison, ...rest }) =>
    comparison.outcome === "different" || comparison.outcome === "unverified"
      ? [{ ...rest, cause: comparison.cause }]
      : [],
  );
}
