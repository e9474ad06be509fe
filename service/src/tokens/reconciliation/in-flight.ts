import type { ChainKey } from "../../chains/chain-name.ts";
import type { Session } from "../../db/database.ts";

/**
 * Port for units in flight: everything a chain may already have and the ledger does not. That is every operation from
 * enqueuing until its outcome is settled, and every deposit from detection until it is credited. Read in one snapshot
 * with the balances it explains.
 *
 * For a page of holders, it returns sums per holder, outgoing and incoming; a transfer between two of them counts for
 * both. For contracts alone, it returns sums of their mints and burns.
 */
export type ReadInFlight = (
  session: Session,
  key: ChainKey,
  question: InFlightQuestion,
) => Promise<readonly UnitsInFlight[]>;

export interface InFlightQuestion {
  readonly contracts: readonly string[];
  readonly holders?: readonly string[];
}

export interface UnitsInFlight {
  readonly contract: string;
  readonly kind: "mint" | "burn" | "transfer" | "deposit";
  /** The sending holder; undefined for a mint, or if not queried. */
  readonly from: string | undefined;
  /** The receiving holder; undefined for a burn, or if not queried. */
  readonly to: string | undefined;
  readonly units: bigint;
}

/** Units that may have changed a balance or supply on the chain and are not in the ledger. */
export interface Movements {
  readonly incoming: bigint;
  /** Deposits that were detected but not credited. */
  readonly depositing: bigint;
  readonly outgoing: bigint;
}

export function supplyMovements(inFlight: readonly UnitsInFlight[], contract: string): Movements {
  const matching = inFlight.filter((each) => each.contract === contract);
  return {
    incoming: sum(matching.filter(({ kind }) => kind === "mint")),
    depositing: 0n,
    outgoing: sum(matching.filter(({ kind }) => kind === "burn")),
  };
}

/** By holder; holders without units in flight are omitted. */
export function holderMovements(
  inFlight: readonly UnitsInFlight[],
  contract: string,
): ReadonlyMap<string, Movements> {
  const movements = new Map<string, Movements>();
  const add = (holder: string | undefined, change: Partial<Movements>): void => {
    if (holder === undefined) return;
    const { incoming, depositing, outgoing } = movements.get(holder) ?? noMovements;
    movements.set(holder, {
      incoming: incoming + (change.incoming ?? 0n),
      depositing: depositing + (change.depositing ?? 0n),
      outgoing: outgoing + (change.outgoing ?? 0n),
    });
  };
  for (const { kind, from, to, units } of inFlight.filter((each) => each.contract === contract)) {
    add(to, kind === "deposit" ? { depositing: units } : { incoming: units });
    // A deposit's sender is external, or a custodial address whose own transfer is in flight.
    if (kind !== "deposit") add(from, { outgoing: units });
  }
  return movements;
}

export const noMovements: Movements = { incoming: 0n, depositing: 0n, outgoing: 0n };

function sum(items: readonly UnitsInFlight[]): bigint {
  return items.reduce((total, { units }) => total + units, 0n);
}
