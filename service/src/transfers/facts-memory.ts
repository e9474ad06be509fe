import type { Account } from "../accounts/index.ts";
import type { Address } from "../addresses/index.ts";
import type { FactsVersions, Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { addMs, type Clock, type Instant, instantFromMs } from "../kernel/instant.ts";
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
  at(tx: Pick<Transaction, "watchFacts" | "afterCommit">, scope: TransferScope): Promise<RememberedFacts>;
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

/**
 * How long facts are remembered at all. It bounds what no version says: rows that an operator changes with SQL, and a
 * database that was replaced by a copy, whose versions go on from an earlier one.
 */
const rememberedMs = 60_000;
const maxJournals = 2_000;
/** Of all journals together, in half a kilobyte each. */
const maxValues = 200_000;

export function createFactsMemory({ clock }: { readonly clock: Clock }): FactsMemory {
  let shelves = createLruMap<Shelf>(maxJournals);
  let valueCount = 0;
  const keepLater: KeepLater = (tx) => (count, keep) =>
    tx.afterCommit(() => {
      valueCount += count;
      if (valueCount > maxValues) {
        shelves = createLruMap(maxJournals);
        valueCount = 0;
      }
      keep();
    });
  return {
    at: async (tx, { tenantId, network }) => {
      const versions = await tx.watchFacts(tenantId);
      if (versions === undefined) return nothingRemembered;
      const key = `${tenantId} ${network}`;
      const now = clock.now();
      const known = shelves.get(key);
      const isCurrent = known !== undefined && isSame(known.versions, versions) && known.until > now;
      const shelf = isCurrent ? known : createShelf(versions, addMs(now, rememberedMs));
      if (!isCurrent) shelves.set(key, shelf);
      return rememberedOn(shelf, keepLater(tx));
    },
  };
}

type KeepLater = (tx: Pick<Transaction, "afterCommit">) => Keep;

/** Keeps that many values once the transaction is committed, because what it reads may be its own change. */
type Keep = (count: number, keep: () => void) => void;

function isSame(one: FactsVersions, other: FactsVersions): boolean {
  return one.ofTenant === other.ofTenant && one.ofPlatform === other.ofPlatform;
}

/** Values at two versions. */
interface Shelf {
  readonly versions: FactsVersions;
  readonly until: Instant;
  readonly values: { readonly [Kind in keyof RememberedFacts]: Map<string, ValueOf<RememberedFacts[Kind]>> };
}

type ValueOf<Kind> = Kind extends Remembered<infer Value> ? Value : never;

function createShelf(versions: FactsVersions, until: Instant): Shelf {
  return {
    versions,
    until,
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

function rememberedOn({ values }: Shelf, keep: Keep): RememberedFacts {
  return {
    accounts: recalling(values.accounts, keep),
    addresses: recalling(values.addresses, keep),
    debtors: recalling(values.debtors, keep),
    limits: recalling(values.limits, keep),
    fees: recalling(values.fees, keep),
    tokens: recalling(values.tokens, keep),
    contracts: recalling(values.contracts, keep),
    frozen: recalling(values.frozen, keep),
  };
}

function recalling<Value>(values: Map<string, Value>, keep: Keep): Remembered<Value> {
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
    keep(loaded.size, () => {
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
  createShelf({ ofTenant: 0n, ofPlatform: 0n }, instantFromMs(0)),
  () => {},
);
