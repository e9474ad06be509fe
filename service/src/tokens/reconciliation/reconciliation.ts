import type { ChainKey } from "../../chains/chain-name.ts";
import type { Id, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Token } from "../token.ts";
import type { Comparison, DifferenceCause } from "./compare.ts";

export type ReconciliationId = Id<"reconciliation">;

/** How many supplies and balances were compared, and what came of it. */
export interface ReconciliationCounts {
  readonly compared: number;
  /** Different, and what is under way accounts for it. */
  readonly explained: number;
  readonly different: number;
  /** The chain could not be asked. */
  readonly unverified: number;
}

/** One comparison of all chains with the ledger. */
export interface Reconciliation extends ReconciliationCounts {
  readonly id: ReconciliationId;
  readonly startedAt: Instant;
  readonly endedAt: Instant | undefined;
}

/** A custodial address whose balance was compared; a supply has none. */
export interface Holder {
  readonly tenantId: TenantId;
  readonly addressId: string;
}

/** A place where the chain does not say what the ledger says, or could not be asked. */
export interface Difference extends ChainKey {
  readonly token: Pick<Token, "id" | "valueType">;
  readonly holder: Holder | undefined;
  readonly chainUnits: bigint | undefined;
  readonly ledgerUnits: bigint;
  readonly cause: DifferenceCause | "chain_unreachable";
}

/** One supply or balance with what came of its comparison. */
export interface Compared extends Omit<Difference, "cause"> {
  readonly comparison: Comparison;
}

export function countsOf(compared: readonly Compared[]): ReconciliationCounts {
  const count = (verdict: Comparison["verdict"]): number =>
    compared.filter(({ comparison }) => comparison.verdict === verdict).length;
  return {
    compared: compared.length,
    explained: count("explained"),
    different: count("different"),
    unverified: count("unverified"),
  };
}

/** Those that a person must look at. */
export function differencesOf(compared: readonly Compared[]): readonly Difference[] {
  return compared.flatMap(({ comparison, ...rest }) =>
    comparison.verdict === "different" || comparison.verdict === "unverified"
      ? [{ ...rest, cause: comparison.cause }]
      : [],
  );
}
