import { unitsOf } from "./amount.ts";
import type { Entry, OutcomeEntry, ReservedEntry } from "./entry.ts";

/** The reservation of a key. */
export interface Reservation {
  readonly key: string;
  readonly request: string;
  readonly at: string;
  readonly units: bigint;
  /** How often its request was about to be sent, by any process. */
  readonly sendings: number;
  readonly outcome: OutcomeEntry["type"] | undefined;
}

/** A reservation is accepted, repeats an accepted one, exceeds the limit, or has the key of another request. */
export type Decision = "accepted" | "repeated" | "exceeded" | "key_reused";

export interface Spending {
  /** By the id of the line. */
  readonly decisions: ReadonlyMap<string, Decision>;
  /** What counts, by key. */
  readonly reservations: ReadonlyMap<string, Reservation>;
  /** Sum of the reservations of all time, and by day. */
  readonly spent: Sums;
}

interface Sums {
  total: bigint;
  readonly byDay: Map<string, bigint>;
}

/**
 * Decides about each line by the lines before it, so that all processes that share a journal come to the same decisions
 * without a lock: the order of the lines is the order in which value is spent.
 */
export function replay(entries: readonly Entry[]): Spending {
  const decisions = new Map<string, Decision>();
  const reservations = new Map<string, Reservation>();
  const spent: Sums = { total: 0n, byDay: new Map() };
  for (const entry of entries) {
    if (entry.type === "reserved") decisions.set(entry.id, reserve(reservations, spent, entry));
    else applyOutcome(reservations, spent, entry);
  }
  return { decisions, reservations, spent };
}

function reserve(reservations: Map<string, Reservation>, sums: Sums, entry: ReservedEntry): Decision {
  const { key, request, at } = entry;
  const known = reservations.get(key);
  if (known !== undefined) {
    if (known.request !== request || isExpired(known.at, at)) return "key_reused";
    reservations.set(key, { ...known, sendings: known.sendings + 1 });
    return "repeated";
  }
  const units = unitsOf(entry.amount) ?? 0n;
  const spent = spentUnits(sums, entry.per_day ? dayOf(at) : undefined);
  if (spent + units > (unitsOf(entry.limit) ?? 0n)) return "exceeded";
  add(sums, at, units);
  reservations.set(key, { key, request, at, units, sendings: 1, outcome: undefined });
  return "accepted";
}

/** The service stores responses for 30 days; a later repetition would be a second transfer. */
const keyLifetimeMs = 29 * 24 * 60 * 60 * 1000;

function isExpired(since: string, at: string): boolean {
  return Date.parse(at) - Date.parse(since) > keyLifetimeMs;
}

/** A rejection proves that nothing happened only if the request was sent once. */
function applyOutcome(
  reservations: Map<string, Reservation>,
  spent: Sums,
  { type, key }: OutcomeEntry,
): void {
  const known = reservations.get(key);
  if (known === undefined) return;
  if (type !== "rejected") reservations.set(key, { ...known, outcome: type });
  else if (known.sendings === 1) {
    reservations.delete(key);
    add(spent, known.at, -known.units);
  }
}

function add(sums: Sums, at: string, units: bigint): void {
  const day = dayOf(at);
  sums.total += units;
  sums.byDay.set(day, (sums.byDay.get(day) ?? 0n) + units);
}

/** Of a day, or of all time. */
export function spentUnits({ total, byDay }: Sums, day: string | undefined): bigint {
  return day === undefined ? total : (byDay.get(day) ?? 0n);
}

const dayLength = "2026-11-18".length;

/** In UTC. */
export function dayOf(at: string): string {
  return at.slice(0, dayLength);
}
