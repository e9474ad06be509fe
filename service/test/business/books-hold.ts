import type { Session } from "../../src/db/database.ts";
import { unitsOf } from "../../src/transfers/transfer.ts";
import {
  type BalanceRow,
  selectAllBalances,
  selectClaimed,
  selectGoneButHeld,
  selectIdleHolds,
  selectLateReturns,
  selectSharedPayments,
  selectUnfinished,
  sumHeld,
  sumPayments,
  type TransferFact,
} from "./facts-store.ts";
import { foreignToken, ownTokens } from "./found-tenants.ts";

/** Violated ledger invariants; must be empty at every step. */
export async function faultsOfBooks(
  session: Session,
  tokens: readonly string[] = ownTokens,
): Promise<readonly string[]> {
  const balances = await selectAllBalances(session);
  const unfinished = await selectUnfinished(session);
  return [
    ...unbalanced(balances),
    ...overdrawn(balances),
    ...unbacked(balances, tokens),
    ...underWay(balances, unfinished),
    ...(await dollarsAtBank(session, balances)),
    ...(await claimed(session, balances)),
    ...(await dollarsInSuspense(session, balances)),
    ...(await selectIdleHolds(session)).map(({ key, id }) => `the hold ${key} is open, but ${id} has ended`),
    ...(await selectGoneButHeld(session)).map(
      ({ id, transferId }) => `payment ${id} of ${transferId} is held, and its money is gone`,
    ),
    ...(await selectSharedPayments(session)).map(
      ({ id }) => `payment ${id} represents several incoming payments`,
    ),
  ];
}

type Of = (row: BalanceRow) => boolean;

export function total(balances: readonly BalanceRow[], of: Of): bigint {
  return balances.filter(of).reduce((sum, { posted }) => sum + posted, 0n);
}

/** Sums per tenant, asset and chain: tokens on one chain are separate from those on another. */
function unbalanced(balances: readonly BalanceRow[]): readonly string[] {
  const sums = new Map<string, bigint>();
  for (const { tenantId, code, chain, posted } of balances) {
    const key = `${tenantId} ${code} ${chain}`;
    sums.set(key, (sums.get(key) ?? 0n) + posted);
  }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([key, sum]) => `${key} sums to ${sum}`);
}

const neverBelowZero = new Set(["wallet", "treasury", "suspense", "fees"]);

function overdrawn(balances: readonly BalanceRow[]): readonly string[] {
  return balances
    .filter(({ kind, posted, held }) => neverBelowZero.has(kind) && posted < held)
    .map(({ kind, owner, chain, code, posted, held }) => {
      return `${kind}/${owner}/${chain}/${code} has ${posted}, of which ${held} is held`;
    });
}

/** The reserve of each token equals its supply, at every step, over all tenants. */
function unbacked(balances: readonly BalanceRow[], tokens: readonly string[]): readonly string[] {
  const faults: string[] = [];
  for (const code of tokens) {
    const supplied = balances.filter((row) => row.kind === "supply" && row.code === code);
    const ids = new Set(supplied.map(({ owner }) => owner));
    const supply = -total(supplied, () => true);
    const reserve = total(balances, ({ kind, owner }) => kind === "reserve" && ids.has(owner));
    if (unitsOf(reserve) !== supply) faults.push(`${code}: ${supply} units, ${reserve} cents behind them`);
  }
  const reserved = balances.filter(({ kind }) => kind === "reserve").map(({ owner }) => owner);
  const known = new Set(balances.filter(({ kind }) => kind === "supply").map(({ owner }) => owner));
  return [
    ...faults,
    ...reserved.filter((id) => !known.has(id)).map((id) => `a reserve without supply: ${id}`),
  ];
}

/** Clearing equals the funds in flight of all transfers. */
function underWay(balances: readonly BalanceRow[], unfinished: readonly TransferFact[]): readonly string[] {
  const expected = new Map<string, bigint>();
  for (const transfer of unfinished) {
    const carried = carriedBy(transfer);
    if (carried === undefined) continue;
    const key = `${transfer.tenantId} ${carried.place}`;
    expected.set(key, (expected.get(key) ?? 0n) + carried.units);
  }
  const inClearing = balances.filter(({ kind }) => kind === "clearing");
  for (const { tenantId, owner, chain, code, posted } of inClearing) {
    const key = `${tenantId} ${owner}/${chain}/${code}`;
    expected.set(key, (expected.get(key) ?? 0n) - posted);
  }
  return [...expected]
    .filter(([, units]) => units !== 0n)
    .map(([key, units]) => `clearing of ${key} lacks ${units}`);
}

const carrying = new Set(["delivering", "paying_out", "refunding", "refund_failed"]);

interface Carried {
  readonly place: string;
  readonly units: bigint;
}

function carriedBy({ flow, step, units, from, to, fromToken, toToken }: TransferFact): Carried | undefined {
  if (!carrying.has(step) || flow === "payout") return undefined;
  if (flow === "bridge")
    return { place: `transfers/${step === "delivering" ? to : from}/${fromToken}`, units };
  // A swap between two third-party tokens involves no dollars.
  if (fromToken === foreignToken && toToken === foreignToken) return undefined;
  return { place: "transfers//USD", units: units / unitsOf(1n) };
}

/** The bank balance in the ledger matches the payments: inbound less outbound. */
async function dollarsAtBank(session: Session, balances: readonly BalanceRow[]): Promise<readonly string[]> {
  const books = -total(balances, ({ kind, code }) => kind === "external" && code === "USD");
  const payments = await sumPayments(session);
  return books === payments ? [] : [`the ledger has ${books} cents at the bank, payments ${payments}`];
}

/**
 * Each account owes in the ledger what it owes by its claims, and reserves net of claims are there: what the bank holds
 * is all that belongs to someone, less what is owed.
 */
async function claimed(session: Session, balances: readonly BalanceRow[]): Promise<readonly string[]> {
  const owed = new Map<string, bigint>();
  for (const { tenantId, owner, kind, posted } of balances)
    if (kind === "receivable") owed.set(`${tenantId} ${owner}`, -posted);
  const claims = await selectClaimed(session);
  for (const { tenantId, accountId, cents } of claims) {
    const key = `${tenantId} ${accountId}`;
    owed.set(key, (owed.get(key) ?? 0n) - cents);
  }
  const inDollars = balances.filter(({ code }) => code === "USD");
  const bank = -total(inDollars, ({ kind }) => kind === "external");
  const theirs = total(inDollars, ({ kind }) => kind !== "external" && kind !== "receivable");
  const claimedCents = claims.reduce((sum, { cents }) => sum + cents, 0n);
  return [
    ...[...owed]
      .filter(([, cents]) => cents !== 0n)
      .map(([key, cents]) => `claims of ${key} differ by ${cents}`),
    ...(bank === theirs - claimedCents
      ? []
      : [`the bank has ${bank}, not ${theirs} less ${claimedCents} claimed`]),
    ...(await selectLateReturns(session))
      .filter(({ claims: opened, events }) => opened !== events)
      .map(({ claims: opened, events }) => `${opened} claims, ${events} events`),
  ];
}

/** Suspense equals the payments held for manual review. */
async function dollarsInSuspense(
  session: Session,
  balances: readonly BalanceRow[],
): Promise<readonly string[]> {
  const books = total(balances, ({ kind, code }) => kind === "suspense" && code === "USD");
  const held = await sumHeld(session);
  return books === held ? [] : [`suspense has ${books} cents, payments hold ${held}`];
}
