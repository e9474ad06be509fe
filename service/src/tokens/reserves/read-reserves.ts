import type { ChainName } from "../../chains/chain-name.ts";
import type { Database, Session } from "../../db/database.ts";
import { type Money, usd } from "../../kernel/money.ts";
import { totalOverTenants } from "../../ledger/index.ts";
import {
  type Movements,
  noMovements,
  type ReadInFlight,
  supplyMovements,
} from "../reconciliation/in-flight.ts";
import { type ActiveDeployment, type Token, tokenScale } from "../token.ts";
import { readLedgerSupplies, readSuppliesOnChains } from "../token-facts.ts";
import type { ChainSupply, ReadChainSupply } from "./chain-supply.ts";

/** What the ledger's figures are read from. */
export interface BooksDeps {
  readonly database: Database;
  readonly readInFlight: ReadInFlight;
  /** Open claims on accounts that received the token for a debit that was returned later, in cents. */
  readonly readClaims: ReadClaims;
}

export interface ReservesDeps extends BooksDeps {
  readonly readChainSupply: ReadChainSupply;
}

export type ReadClaims = (session: Session, token: Pick<Token, "network" | "id">) => Promise<bigint>;

/** Chain supply, ledger supply and reserve of a token. Units are of the token's scale. */
export interface Reserves {
  readonly token: Token;
  readonly deployments: readonly DeploymentReserves[];
  /** Undefined if no money is held: attested and third-party tokens. */
  readonly reserve: Money | undefined;
  /** Part of the reserve that accounts owe: its money has left the bank. Undefined without a reserve. */
  readonly claims: Money | undefined;
  /** Includes tokens between two chains. Undefined for third-party tokens: their supply is not in our ledger. */
  readonly ledgerUnits: bigint | undefined;
}

export interface DeploymentReserves {
  readonly chain: ChainName;
  readonly contract: string;
  readonly chainSupply: ChainSupply;
  /** Excludes tokens that are still to arrive from another chain. */
  readonly ledgerUnits: bigint | undefined;
  readonly movements: Movements;
}

/** Chains first, with no transaction open; then ledger and units in flight in one snapshot. */
export async function readReserves(deps: ReservesDeps, token: Token): Promise<Reserves> {
  const active = activeDeployments(token);
  const requested = await Promise.all(
    active.map(async ({ chain, contract }) => {
      const key = { network: token.network, chain };
      return { chain, contract, chainSupply: await deps.readChainSupply(key, contract) };
    }),
  );
  const books = await readBooks(deps, token, active);
  const isOurs = token.kind !== "third_party";
  const deployments = requested.map((each) => ({
    ...each,
    ledgerUnits: isOurs ? (books.onChains.get(each.chain) ?? 0n) : undefined,
    movements: books.movements.get(each.chain) ?? noMovements,
  }));
  const { reserve, claims } = books;
  return { token, deployments, reserve, claims, ledgerUnits: isOurs ? totalSupply(books) : undefined };
}

export function activeDeployments({ deployments }: Token): readonly ActiveDeployment[] {
  return deployments.flatMap((each) => (each.status === "active" ? [each] : []));
}

/** Supply, units in flight, reserve and claims of a token, in one snapshot. */
export interface Books {
  readonly supply: ReadonlyMap<string, bigint>;
  readonly onChains: ReadonlyMap<string, bigint>;
  readonly movements: ReadonlyMap<ChainName, Movements>;
  readonly reserve: Money | undefined;
  readonly claims: Money | undefined;
}

/** Includes tokens between two chains. */
export function totalSupply({ supply }: Books): bigint {
  return [...supply.values()].reduce((sum, units) => sum + units, 0n);
}

export function readBooks(
  deps: BooksDeps,
  token: Token,
  active: readonly ActiveDeployment[],
): Promise<Books> {
  const read = (tx: Session) => readBooksIn(deps, tx, token, active);
  return deps.database.transaction(read, { isolation: "repeatable read" });
}

async function readBooksIn(
  { readInFlight, readClaims }: BooksDeps,
  tx: Session,
  token: Token,
  active: readonly ActiveDeployment[],
): Promise<Books> {
  const movements = new Map<ChainName, Movements>();
  for (const { chain, contract } of active) {
    const inFlight = await readInFlight(tx, { network: token.network, chain }, { contracts: [contract] });
    movements.set(chain, supplyMovements(inFlight, contract));
  }
  const supplies = await readLedgerSupplies(tx, token.network, [token]);
  const onChains = await readSuppliesOnChains(tx, token.network, [token]);
  const reserve = await readReserve(tx, token);
  return {
    supply: supplies.get(token.valueType) ?? new Map(),
    onChains: onChains.get(token.valueType) ?? new Map(),
    movements,
    reserve,
    claims: reserve === undefined ? undefined : { units: await readClaims(tx, token), asset: usd },
  };
}

/** Money held for a token, across all tenants. */
async function readReserve(session: Session, { kind, network, id }: Token): Promise<Money | undefined> {
  if (kind !== "fiat_backed") return undefined;
  const query = { network, kind: "reserve", assetCodes: [usd.code], owner: id } as const;
  const totals = await totalOverTenants(session, query);
  return { units: totals.reduce((total, { posted }) => total + posted, 0n), asset: usd };
}

/** Converts cents to token units (six decimals). */
export function inTokenUnits({ units, asset }: Money): bigint {
  return units * 10n ** BigInt(tokenScale - asset.scale);
}
