import type { Account } from "../accounts/index.ts";
import type { Address } from "../addresses/index.ts";
import type { FactsVersions, Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { createLruMap } from "../kernel/lru-map.ts";
import type { Token } from "../tokens/index.ts";
import type { FeeSchedule } from "./fees/transfer-fee.ts";
import type { AppliedLimit } from "./limits/transfer-limit.ts";
import type { TransferScope } from "./store.ts";

/**
 * Facts about transfers that this node has read, by the version that they had. A transaction compares its versions when it
 * commits (`db/facts-version.ts`), so a fact that has changed never decides: the transaction runs again, with another
 * version, at which nothing is remembered. A row that is added moves no version, so what was not found is not remembered,
 * unless adding it does: claims, freezes, contracts, limits and fees.
 */
export interface FactsMemory {
  /** What is remembered at the versions of this transaction. */
  at(tx: Transaction, scope: TransferScope): Promise<RememberedFacts>;
}

/** Of one tenant in one network. */
export interface RememberedFacts {
  /** Those that are verified. */
  readonly accounts: Remembered<Account>;
  readonly addresses: Remembered<Address>;
  /** Whether an account owes. */
  readonly debtors: Remembered<boolean>;
  readonly limits: Remembered<readonly AppliedLimit[]>;
  readonly fees: Remembered<FeeSchedule>;
  /** By the value types of requests. */
  readonly tokens: Remembered<Token>;
  /** Whether an address is a token contract, or frozen for a token. */
  readonly contracts: Remembered<boolean>;
  readonly frozen: Remembered<boolean>;
}

/** The values of these keys: remembered, or loaded now. Keys without a value are left out. */
export type Remembered<Value> = (
  keys: readonly string[],
  load: (missing: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  /** Whether a new version follows each change of the value; it is the default. */
  hasVersion?: (value: Value) => boolean,
) => Promise<ReadonlyMap<string, Value>>;

const maxJournals = 1_000;
const maxValues = 20_000;

export function createFactsMemory(): FactsMemory {
  const shelves = createLruMap<Shelf>(maxJournals);
  return {
    at: async (tx, { tenantId, network }) => {
      const versions = await tx.watchFacts(tenantId);
      if (versions === undefined) return rememberedOn(tx, createShelf(nothingRead));
      const key = `${tenantId} ${network}`;
      const known = shelves.get(key);
      if (known !== undefined && isSame(known.versions, versions)) return rememberedOn(tx, known);
      const shelf = createShelf(versions);
      // A transaction that has read older versions fails when it commits.
      if (known === undefined || !isOlder(versions, known.versions)) shelves.set(key, shelf);
      return rememberedOn(tx, shelf);
    },
  };
}

const nothingRead: FactsVersions = { ofTenant: 0n, ofPlatform: 0n };

function isSame(one: FactsVersions, other: FactsVersions): boolean {
  return one.ofTenant === other.ofTenant && one.ofPlatform === other.ofPlatform;
}

function isOlder(one: FactsVersions, other: FactsVersions): boolean {
  return one.ofTenant < other.ofTenant || one.ofPlatform < other.ofPlatform;
}

/** Values at two versions. */
interface Shelf {
  readonly versions: FactsVersions;
  readonly values: { readonly [Kind in keyof RememberedFacts]: Map<string, ValueOf<RememberedFacts[Kind]>> };
}

type ValueOf<Kind> = Kind extends Remembered<infer Value> ? Value : never;

function createShelf(versions: FactsVersions): Shelf {
  return {
    versions,
    values: {
      accounts: new Map(),
      addresses: new Map(),
      debtors: new Map(),
      limits: new Map(),
      fees: new Map(),
      tokens: new Map(),
      contracts: new Map(),
      frozen: new Map(),
    },
  };
}

function rememberedOn(tx: Pick<Transaction, "afterCommit">, { values }: Shelf): RememberedFacts {
  return {
    accounts: recalling(tx, values.accounts),
    addresses: recalling(tx, values.addresses),
    debtors: recalling(tx, values.debtors),
    limits: recalling(tx, values.limits),
    fees: recalling(tx, values.fees),
    tokens: recalling(tx, values.tokens),
    contracts: recalling(tx, values.contracts),
    frozen: recalling(tx, values.frozen),
  };
}

/** What a transaction reads may be its own change, so it is remembered when that is committed. */
function recalling<Value>(
  tx: Pick<Transaction, "afterCommit">,
  values: Map<string, Value>,
): Remembered<Value> {
  return async (keys, load, hasVersion = () => true) => {
    const found = new Map<string, Value>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const value = values.get(key);
      if (value === undefined) missing.push(key);
      else found.set(key, value);
    }
    if (missing.length === 0) return found;
    const loaded = await load(missing);
    for (const [key, value] of loaded) found.set(key, value);
    tx.afterCommit(() => {
      if (values.size + loaded.size > maxValues) values.clear();
      for (const [key, value] of loaded) if (hasVersion(value)) values.set(key, value);
    });
    return found;
  };
}

/** A fact that there is one of. */
export async function recallAll<Value>(
  remembered: Remembered<Value>,
  load: () => Promise<Value>,
): Promise<Value> {
  const values = await remembered([""], async () => new Map([["", await load()]]));
  const value = values.get("");
  assert(value !== undefined, "what is loaded is found");
  return value;
}

/** For a decision without a transaction, such as a quote: everything is loaded, and nothing remembered. */
export const nothingRemembered: RememberedFacts = rememberedOn(
  { afterCommit: () => {} },
  createShelf(nothingRead),
);
