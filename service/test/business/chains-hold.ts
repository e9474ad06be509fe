import type { Instant } from "../../src/kernel/instant.ts";
import { contractOf } from "../token-holders.ts";
import { total } from "./books-hold.ts";
import type { Effect } from "./chain-blocks.ts";
import {
  type BalanceRow,
  selectAllBalances,
  selectCreditedSince,
  selectCustodial,
  selectWorkSince,
} from "./facts-store.ts";
import { foreignToken, ownTokens } from "./found-tenants.ts";
import type { LivingChain } from "./living-chain.ts";
import type { Business } from "./open-business.ts";

/** Compares the chains with the ledger: they may differ only by what is in flight. */
export interface ChainWatch {
  faults(): Promise<readonly string[]>;
}

interface Memory {
  /** Final state of each chain operation, as far as known. */
  readonly ended: Map<string, "done" | "failed">;
  readonly credited: Set<string>;
  /** Effects that both sides of the ledger have recorded. */
  readonly known: Set<string>;
  readonly custodial: Map<string, string>;
  lookedAt: Instant;
}

export function createChainWatch(business: Business, since = business.clock.now()): ChainWatch {
  const memory: Memory = {
    ended: new Map(),
    credited: new Set(),
    known: new Set(),
    custodial: new Map(),
    lookedAt: since,
  };
  return {
    faults: async () => {
      await remember(business, memory);
      const balances = await selectAllBalances(business.database);
      return [...business.chains].flatMap(([name, chain]) => [
        ...faultsOfWork(memory, chain),
        ...faultsOfHolders(memory, chain, name, balances),
      ]);
    },
  };
}

async function remember({ database, clock }: Business, memory: Memory): Promise<void> {
  const since = memory.lookedAt;
  memory.lookedAt = clock.now();
  for (const { id, state } of await selectWorkSince(database, since))
    if (state === "done" || state === "failed") memory.ended.set(id, state);
  for (const { id } of await selectCreditedSince(database, since)) memory.credited.add(id);
  for (const { id, address } of await selectCustodial(database)) memory.custodial.set(address, id);
}

/** No operation takes effect twice, and no failed one takes effect. */
function faultsOfWork({ ended }: Memory, { effects }: LivingChain): readonly string[] {
  const counts = new Map<string, number>();
  for (const { operation } of effects.values()) {
    if (operation !== undefined) counts.set(operation.reference, (counts.get(operation.reference) ?? 0) + 1);
  }
  return [...counts].flatMap(([reference, count]) => {
    if (count > 1) return [`work ${reference} took effect ${count} times`];
    return ended.get(reference) === "failed" ? [`work ${reference} has failed, and took effect`] : [];
  });
}

function faultsOfHolders(
  memory: Memory,
  { book, effects }: LivingChain,
  chain: string,
  balances: readonly BalanceRow[],
): readonly string[] {
  const unknown = new Map<string, bigint>();
  const add = (key: string, units: bigint): void => {
    unknown.set(key, (unknown.get(key) ?? 0n) + units);
  };
  for (const effect of effects.values()) addUnknown(memory, effect, add);
  const faults: string[] = [];
  for (const code of [...ownTokens, foreignToken]) {
    const contract = contractOf(code, chain as "base");
    const here = balances.filter((row) => row.chain === chain && row.code === code);
    for (const [address, id] of memory.custodial) {
      const books = total(here, ({ kind, owner }) => isHolder.has(kind) && owner === id);
      const expected = books + (unknown.get(`${contract} ${address}`) ?? 0n);
      const there = book.balance(contract, address);
      if (there !== expected) faults.push(`${address} has ${there} ${code} on ${chain}, not ${expected}`);
    }
    if (code === foreignToken) continue;
    const supplied = -total(here, ({ kind }) => kind === "supply");
    const crossing = total(here, ({ kind }) => kind === "clearing");
    const expected = supplied - crossing + (unknown.get(`${contract} supply`) ?? 0n);
    const supply = book.supply(contract);
    if (supply !== expected) faults.push(`the supply of ${code} on ${chain} is ${supply}, not ${expected}`);
  }
  return faults;
}

const isHolder = new Set(["wallet", "treasury", "suspense"]);

/** Changes on the chain that the ledger has not recorded yet. */
function addUnknown(
  { ended, credited, known, custodial }: Memory,
  { transactionId, movement, operation }: Effect,
  add: (key: string, units: bigint) => void,
): void {
  if (known.has(transactionId)) return;
  const { contract, from, to, units } = movement;
  const isSettled = operation !== undefined && ended.get(operation.reference) === "done";
  // A chain operation posts both sides if it names the receiver's key; every other credit is a deposit.
  const isDeposit =
    to !== undefined && custodial.has(to) && (operation === undefined || !("toKey" in operation));
  const isCredited = credited.has(transactionId);
  const isKnownThere = isDeposit ? isCredited : isSettled;
  const isKnownHere = operation === undefined ? isCredited : isSettled;
  if (isKnownHere && isKnownThere) known.add(transactionId);
  if (!isKnownHere) {
    if (from === undefined) add(`${contract} supply`, units);
    else add(`${contract} ${from}`, -units);
  }
  if (isKnownThere) return;
  if (to === undefined) add(`${contract} supply`, -units);
  else add(`${contract} ${to}`, units);
}
