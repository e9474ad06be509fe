import type { Chain, Position } from "../../chains/chain.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import type { Money } from "../../kernel/money.ts";
import { type BookFacts, type Comparison, compare } from "../reconciliation/compare.ts";
import { type Movements, noMovements } from "../reconciliation/in-flight.ts";
import {
  activeDeployments,
  type Books,
  type BooksDeps,
  readBooks,
  totalSupply,
} from "../reserves/read-reserves.ts";
import type { Token } from "../token.ts";

export interface ReportFactsDeps extends BooksDeps {
  readonly clock: Clock;
  readonly chains: FinalSupplyChains;
}

/** The part of the chain registry that is needed here. */
export interface FinalSupplyChains {
  get(network: Network, chain: ChainName): Pick<Chain, "finalSupply">;
}

/** What a report states. Units are of the token's scale. */
export interface ReportFacts {
  readonly token: Token;
  /** Instant of the ledger snapshot. */
  readonly asOf: Instant;
  readonly chains: readonly ChainFacts[];
  readonly ledgerUnits: bigint;
  readonly reserve: Money;
  readonly claims: Money;
}

export interface ChainFacts {
  readonly chain: ChainName;
  readonly contract: string;
  readonly units: bigint;
  readonly block: Position;
  readonly ledgerUnits: bigint;
  readonly movements: Movements;
  readonly comparison: Comparison;
}

const looks = 3;

/**
 * Repeats the comparison while there is an unexplained difference: operations that finish during the query resolve in a
 * moment. What is found every time is a fact of the report. Throws if a chain cannot be read.
 */
export async function readReportFacts(
  deps: ReportFactsDeps,
  token: Token,
  pause: () => Promise<void>,
): Promise<ReportFacts> {
  let facts = await look(deps, token);
  for (let number = 2; number <= looks && facts.chains.some(isUnexplained); number += 1) {
    await pause();
    facts = await look(deps, token);
  }
  return facts;
}

/** Ledger, then chains with no transaction open, then the ledger again: the second snapshot is the reported one. */
async function look(deps: ReportFactsDeps, token: Token): Promise<ReportFacts> {
  const active = activeDeployments(token);
  const before = await readBooks(deps, token, active);
  const observed = await Promise.all(
    active.map(async ({ chain, contract }) => {
      const supply = await deps.chains.get(token.network, chain).finalSupply(contract);
      return { chain, contract, ...supply };
    }),
  );
  const asOf = deps.clock.now();
  const after = await readBooks(deps, token, active);
  const { reserve, claims } = after;
  assert(reserve !== undefined && claims !== undefined, "a reported token is fiat-backed");
  return {
    token,
    asOf,
    chains: observed.map((each) => compareWith(each, before, after)),
    ledgerUnits: totalSupply(after),
    reserve,
    claims,
  };
}

type Observed = Pick<ChainFacts, "chain" | "contract" | "units" | "block">;

function compareWith(observed: Observed, before: Books, after: Books): ChainFacts {
  const { chain, units: chainUnits } = observed;
  const [was, is] = [bookFacts(before, chain), bookFacts(after, chain)];
  const comparison = compare({ subject: "supply", chainUnits, before: was, after: is });
  const { units: ledgerUnits, ...movements } = is;
  return { ...observed, ledgerUnits, movements, comparison };
}

function bookFacts({ onChains, movements }: Books, chain: ChainName): BookFacts {
  return { units: onChains.get(chain) ?? 0n, ...(movements.get(chain) ?? noMovements) };
}

function isUnexplained({ comparison }: ChainFacts): boolean {
  return comparison.outcome === "different";
}
