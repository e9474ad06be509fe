import type { ChainKey } from "../../chains/chain-name.ts";
import type { Session } from "../../db/database.ts";

/**
 * The port through which it is asked what is under way on a chain: whatever the chain may know already and the ledger does
 * not. That is every operation from its enqueueing until its owner was told how it ended, and every deposit from its
 * first sight until it was credited. Read in one snapshot with the balances that it explains.
 *
 * Asked about a page of holders, it tells what leaves each of them and what comes to each, in sum; a transfer between two
 * of them is told of both. Asked about contracts alone, it tells their mints and burns in sum.
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
  /** The holder whom the units leave; undefined for a mint, and where it was not asked about. */
  readonly from: string | undefined;
  /** The holder to whom they come; undefined for a burn, and where it was not asked about. */
  readonly to: string | undefined;
  readonly units: bigint;
}

/** What may have changed a balance or a supply on the chain, and is not in the ledger. */
export interface Movements {
  readonly incoming: bigint;
  /** What comes from outside: seen, but not credited. */
  readonly depositing: bigint;
  readonly outgoing: bigint;
}

export function supplyMovements(inFlight: readonly UnitsInFlight[], contract: string): Movements {
  const those = inFlight.filter((each) => each.contract === contract);
  return {
    incoming: sum(those.filter(({ kind }) => kind === "mint")),
    depositing: 0n,
    outgoing: sum(those.filter(({ kind }) => kind === "burn")),
  };
}

/** By holder; one for whom nothing is under way is left out. */
export function holderMovements(
  inFlight: readonly UnitsInFlight[],
  contract: string,
): ReadonlyMap<string, Movements> {
  const movements = new Map<string, Movements>();
  const add = (holder: string | undefined, more: Partial<Movements>): void => {
    if (holder === undefined) return;
    const { incoming, depositing, outgoing } = movements.get(holder) ?? noMovements;
    movements.set(holder, {
      incoming: incoming + (more.incoming ?? 0n),
      depositing: depositing + (more.depositing ?? 0n),
      outgoing: outgoing + (more.outgoing ?? 0n),
    });
  };
  for (const { kind, from, to, units } of inFlight.filter((each) => each.contract === contract)) {
    add(to, kind === "deposit" ? { depositing: units } : { incoming: units });
    // Who sends a deposit is an outsider, or one of ours whose transfer is under way itself.
    if (kind !== "deposit") add(from, { outgoing: units });
  }
  return movements;
}

export const noMovements: Movements = { incoming: 0n, depositing: 0n, outgoing: 0n };

function sum(those: readonly UnitsInFlight[]): bigint {
  return those.reduce((total, { units }) => total + units, 0n);
}
