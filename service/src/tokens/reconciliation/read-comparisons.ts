import { type Chain, ChainUnavailableError } from "../../chains/chain.ts";
import type { ChainKey } from "../../chains/chain-name.ts";
import type { Wallet } from "../../chains/custody/wallets.ts";
import type { Database, Session } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import { type Balance, type BalanceFilter, type LedgerScope, listBalances } from "../../ledger/index.ts";
import { contractOn, type Token } from "../token.ts";
import { readSuppliesOnChains } from "../token-facts.ts";
import { type BookFacts, compare } from "./compare.ts";
import { holderMovements, noMovements, type ReadInFlight, supplyMovements } from "./in-flight.ts";
import type { Compared } from "./reconciliation.ts";

export type ComparedChain = Pick<Chain, "key" | "family" | "supply" | "balances">;

export interface ReadComparisonsDeps {
  readonly database: Database;
  readonly readInFlight: ReadInFlight;
  /** The chain did not answer, or not as a chain should; what was asked stays unverified. */
  readonly onChainError: (key: ChainKey, error: unknown) => void;
}

/** How much of each token there is on a chain, by the chain and by the ledger. Tokens of others are not in the ledger. */
export async function compareSupplies(
  deps: ReadComparisonsDeps,
  chain: ComparedChain,
  tokens: readonly Token[],
): Promise<readonly Compared[]> {
  const ours = tokens.flatMap((token) => {
    const contract = contractOn(token, chain.key.chain);
    return contract === undefined || token.kind === "third_party" ? [] : [{ token, contract }];
  });
  const readBooks = (tx: Session) => readSupplyBooks(deps, tx, chain, tokens);
  const before = await inOneMoment(deps, readBooks);
  const ask = createAsker(deps, chain);
  const asked: (bigint | undefined)[] = [];
  for (const { contract } of ours) asked.push(await ask(() => chain.supply(contract)));
  const after = await inOneMoment(deps, readBooks);
  return ours.map(({ token, contract }, index) => {
    const [was, is, chainUnits] = [before.of(token, contract), after.of(token, contract), asked[index]];
    const comparison = compare({ subject: "supply", chainUnits, before: was, after: is });
    return { ...chain.key, token, holder: undefined, chainUnits, ledgerUnits: is.units, comparison };
  });
}

interface SupplyBooks {
  of(token: Token, contract: string): BookFacts;
}

async function readSupplyBooks(
  { readInFlight }: ReadComparisonsDeps,
  tx: Session,
  { key }: ComparedChain,
  tokens: readonly Token[],
): Promise<SupplyBooks> {
  const inFlight = await readInFlight(tx, key, { contracts: contractsOn(key, tokens) });
  const supplies = await readSuppliesOnChains(tx, key.network, tokens);
  return {
    of: ({ valueType }, contract) => {
      const units = supplies.get(valueType)?.get(key.chain) ?? 0n;
      return { units, ...supplyMovements(inFlight, contract) };
    },
  };
}

function contractsOn({ chain }: ChainKey, tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token) => contractOn(token, chain) ?? []);
}

interface BalancePage {
  readonly tokens: readonly Token[];
  readonly wallets: readonly Wallet[];
}

/** What each wallet holds of each token that it can be expected to hold. */
export async function compareBalances(
  deps: ReadComparisonsDeps,
  chain: ComparedChain,
  { tokens, wallets }: BalancePage,
): Promise<readonly Compared[]> {
  const readBooks = (tx: Session) => readWalletBooks(deps, tx, chain, { tokens, wallets });
  const before = await inOneMoment(deps, readBooks);
  const wished = tokens.flatMap((token) => wishOf(token, chain, wallets, before));
  const ask = createAsker(deps, chain);
  const asked: (readonly bigint[] | undefined)[] = [];
  for (const { contract, holders } of wished) {
    const addresses = holders.map(({ address }) => address);
    asked.push(await ask(() => chain.balances(contract, addresses)));
  }
  const after = await inOneMoment(deps, readBooks);
  return wished.flatMap(({ token, contract, holders }, place) =>
    holders.map((wallet, index) => {
      const chainUnits = asked[place]?.[index];
      const [was, is] = [before.of(token, contract, wallet), after.of(token, contract, wallet)];
      const comparison = compare({ subject: "balance", chainUnits, before: was, after: is });
      const { tenantId, addressId } = wallet;
      const holder = { tenantId, addressId };
      return { ...chain.key, token, holder, chainUnits, ledgerUnits: is.units, comparison };
    }),
  );
}

interface WalletBooks {
  of(token: Token, contract: string, wallet: Wallet): BookFacts;
}

interface Wish {
  readonly token: Token;
  readonly contract: string;
  readonly holders: readonly Wallet[];
}

/** A public token may come to anybody, and one of a tenant to the tenant's; else only who has it by the ledger is asked. */
function wishOf(
  token: Token,
  { key }: ComparedChain,
  wallets: readonly Wallet[],
  books: WalletBooks,
): readonly Wish[] {
  const contract = contractOn(token, key.chain);
  if (contract === undefined) return [];
  const holders = wallets.filter(
    (wallet) =>
      token.isPublic ||
      token.issuer?.tenantId === wallet.tenantId ||
      books.of(token, contract, wallet).units !== 0n,
  );
  return holders.length === 0 ? [] : [{ token, contract, holders }];
}

async function readWalletBooks(
  { readInFlight }: ReadComparisonsDeps,
  tx: Session,
  { key }: ComparedChain,
  { tokens, wallets }: BalancePage,
): Promise<WalletBooks> {
  const holders = wallets.map(({ address }) => address);
  const inFlight = await readInFlight(tx, key, { contracts: contractsOn(key, tokens), holders });
  const units = await readWalletUnits(tx, key, wallets);
  const movements = new Map<string, ReturnType<typeof holderMovements>>();
  return {
    of: ({ valueType }, contract, { addressId, address }) => {
      const known = movements.get(contract) ?? holderMovements(inFlight, contract);
      movements.set(contract, known);
      return { units: units.get(nameOf(addressId, valueType)) ?? 0n, ...(known.get(address) ?? noMovements) };
    },
  };
}

const balancesPerPage = 1_000;

/** An address holds what an account or the treasury can use, and what came from a listed sender and waits for a person. */
const heldKinds = ["wallet", "treasury", "suspense"] as const;

/** By address and value type; a wallet's journal is its tenant's. */
async function readWalletUnits(
  tx: Session,
  { network, chain }: ChainKey,
  wallets: readonly Wallet[],
): Promise<ReadonlyMap<string, bigint>> {
  const units = new Map<string, bigint>();
  for (const [tenantId, owners] of addressIdsByTenant(wallets)) {
    for (const kind of heldKinds) {
      const filter = { kind, owners, chain };
      for await (const { account, posted } of balancesOf(tx, { tenantId, network }, filter)) {
        const name = nameOf(account.owner ?? "", account.asset.code);
        units.set(name, (units.get(name) ?? 0n) + posted.units);
      }
    }
  }
  return units;
}

function addressIdsByTenant(wallets: readonly Wallet[]): ReadonlyMap<TenantId, readonly string[]> {
  const byTenant = new Map<TenantId, string[]>();
  for (const { tenantId, addressId } of wallets) {
    byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), addressId]);
  }
  return byTenant;
}

async function* balancesOf(
  tx: Session,
  scope: LedgerScope,
  filter: BalanceFilter,
): AsyncGenerator<Balance, void, undefined> {
  let last: Balance | undefined;
  do {
    const page = { limit: balancesPerPage, ...(last === undefined ? {} : { after: last.account }) };
    const balances = await listBalances(tx, scope, filter, page);
    yield* balances;
    last = balances.length < balancesPerPage ? undefined : balances.at(-1);
  } while (last !== undefined);
}

function nameOf(addressId: string, valueType: string): string {
  return `${addressId}/${valueType}`;
}

/** Nothing is asked of a chain while this is open. */
function inOneMoment<T>({ database }: ReadComparisonsDeps, read: (tx: Session) => Promise<T>): Promise<T> {
  return database.transaction(read, { isolation: "repeatable read" });
}

/** One chain in trouble must not keep the others from being compared; one that is down is not asked again and again. */
function createAsker(
  { onChainError }: ReadComparisonsDeps,
  { key }: ComparedChain,
): <T>(question: () => Promise<T>) => Promise<T | undefined> {
  let isDown = false;
  return async (question) => {
    if (isDown) return undefined;
    try {
      return await question();
    } catch (error) {
      isDown = error instanceof ChainUnavailableError;
      onChainError(key, error);
      return undefined;
    }
  };
}
