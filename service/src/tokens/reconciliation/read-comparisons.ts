import { type Chain, ChainUnavailableError } from "../../chains/chain.ts";
import type { ChainKey } from "../../chains/chain-name.ts";
import type { Wallet } from "../../chains/custody/wallets.ts";
import type { Database, Session } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import { streamBalances } from "../../ledger/index.ts";
import { contractOn, type Token } from "../token.ts";
import { readSuppliesOnChains } from "../token-facts.ts";
import { type BookFacts, compare } from "./compare.ts";
import { holderMovements, noMovements, type ReadInFlight, supplyMovements } from "./in-flight.ts";
import type { Compared } from "./reconciliation.ts";

export type ComparedChain = Pick<Chain, "key" | "family" | "supply" | "balances">;

export interface ReadComparisonsDeps {
  readonly database: Database;
  readonly readInFlight: ReadInFlight;
  /** Called if the chain is unreachable or its response invalid; the comparison stays unverified. */
  readonly onChainError: (key: ChainKey, error: unknown) => void;
}

/** Supply of each token on a chain, by the chain and by the ledger. Third-party tokens are not in the ledger. */
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
  const query = createRequester(deps, chain);
  const requested: (bigint | undefined)[] = [];
  for (const { contract } of ours) requested.push(await query(() => chain.supply(contract)));
  const after = await inOneMoment(deps, readBooks);
  return ours.map(({ token, contract }, index) => {
    const [was, is, chainUnits] = [before.of(token, contract), after.of(token, contract), requested[index]];
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

/** Balances of the tokens that each wallet may hold. */
export async function compareBalances(
  deps: ReadComparisonsDeps,
  chain: ComparedChain,
  { tokens, wallets }: BalancePage,
): Promise<readonly Compared[]> {
  const readBooks = (tx: Session) => readWalletBooks(deps, tx, chain, { tokens, wallets });
  const before = await inOneMoment(deps, readBooks);
  const input = tokens.flatMap((token) => inputOf(token, chain, wallets, before));
  const query = createRequester(deps, chain);
  const requested: (readonly bigint[] | undefined)[] = [];
  for (const { contract, holders } of input) {
    const addresses = holders.map(({ address }) => address);
    requested.push(await query(() => chain.balances(contract, addresses)));
  }
  const after = await inOneMoment(deps, readBooks);
  return input.flatMap(({ token, contract, holders }, place) =>
    holders.map((wallet, index) => {
      const chainUnits = requested[place]?.[index];
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

interface Input {
  readonly token: Token;
  readonly contract: string;
  readonly holders: readonly Wallet[];
}

/** Public tokens may be in any wallet, a tenant's tokens in the tenant's; otherwise only ledger holders are checked. */
function inputOf(
  token: Token,
  { key }: ComparedChain,
  wallets: readonly Wallet[],
  books: WalletBooks,
): readonly Input[] {
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

/** An address holds the wallet, the treasury's tokens and held deposits in suspense. */
const heldKinds = ["wallet", "treasury", "suspense"] as const;

/** By address and value type; a wallet is in its tenant's journal. */
async function readWalletUnits(
  tx: Session,
  { network, chain }: ChainKey,
  wallets: readonly Wallet[],
): Promise<ReadonlyMap<string, bigint>> {
  const units = new Map<string, bigint>();
  for (const [tenantId, owners] of addressIdsByTenant(wallets)) {
    for (const kind of heldKinds) {
      const filter = { kind, owners, chain };
      for await (const balances of streamBalances(tx, { tenantId, network }, filter))
        for (const { account, posted } of balances) {
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

function nameOf(addressId: string, valueType: string): string {
  return `${addressId}/${valueType}`;
}

/** Never query a chain while this transaction is open. */
function inOneMoment<T>({ database }: ReadComparisonsDeps, read: (tx: Session) => Promise<T>): Promise<T> {
  return database.transaction(read, { isolation: "repeatable read" });
}

/** An unreachable chain must not block the others, and is not queried again in the same page. */
function createRequester(
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
