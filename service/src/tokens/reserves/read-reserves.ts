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

export interface ReservesDeps {
  readonly database: Database;
  readonly readChainSupply: ReadChainSupply;
  readonly readInFlight: ReadInFlight;
}

/** What backs a token: the chains, the ledger and the reserve, side by side. Units are of the token's scale. */
export interface Reserves {
  readonly token: Token;
  readonly deployments: readonly DeploymentReserves[];
  /** Undefined where no money is held: the issuer vouches for it, or it is somebody else's. */
  readonly reserve: Money | undefined;
  /** With what is between two chains. Undefined for a token of others: their supply is not in our ledger. */
  readonly ledgerUnits: bigint | undefined;
}

export interface DeploymentReserves {
  readonly chain: ChainName;
  readonly contract: string;
  readonly chainSupply: ChainSupply;
  /** Without what is still to arrive from another chain. */
  readonly ledgerUnits: bigint | undefined;
  readonly movements: Movements;
}

/** The chains first and with no transaction open; then the ledger and what is under way, of one moment. */
export async function readReserves(deps: ReservesDeps, token: Token): Promise<Reserves> {
  const active = token.deployments.flatMap((each) => (each.status === "active" ? [each] : []));
  const asked = await Promise.all(
    active.map(async ({ chain, contract }) => {
      const key = { network: token.network, chain };
      return { chain, contract, chainSupply: await deps.readChainSupply(key, contract) };
    }),
  );
  const books = await deps.database.transaction((tx) => readBooks(deps, tx, token, active), {
    isolation: "repeatable read",
  });
  const isOurs = token.kind !== "third_party";
  const deployments = asked.map((each) => ({
    ...each,
    ledgerUnits: isOurs ? (books.onChains.get(each.chain) ?? 0n) : undefined,
    movements: books.movements.get(each.chain) ?? noMovements,
  }));
  const total = [...books.supply.values()].reduce((sum, units) => sum + units, 0n);
  return { token, deployments, reserve: books.reserve, ledgerUnits: isOurs ? total : undefined };
}

interface Books {
  readonly supply: ReadonlyMap<string, bigint>;
  readonly onChains: ReadonlyMap<string, bigint>;
  readonly movements: ReadonlyMap<ChainName, Movements>;
  readonly reserve: Money | undefined;
}

async function readBooks(
  { readInFlight }: ReservesDeps,
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
  return {
    supply: supplies.get(token.valueType) ?? new Map(),
    onChains: onChains.get(token.valueType) ?? new Map(),
    movements,
    reserve: await readReserve(tx, token),
  };
}

/** The money that is held for a token, over all tenants. */
async function readReserve(session: Session, { kind, network, id }: Token): Promise<Money | undefined> {
  if (kind !== "fiat_backed") return undefined;
  const query = { network, kind: "reserve", assetCodes: [usd.code], owner: id } as const;
  const totals = await totalOverTenants(session, query);
  return { units: totals.reduce((total, { posted }) => total + posted, 0n), asset: usd };
}

/** Money in units of tokens: a dollar is a million of them, and a hundred cents. */
export function inTokenUnits({ units, asset }: Money): bigint {
  return units * 10n ** BigInt(tokenScale - asset.scale);
}
