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
}

/**
 * Decides about each line by the lines before it, so that all processes that share a journal come to the same decisions
 * without a lock: the order of the lines is the order in which value is spent.
 */
export function replay(entries: readonly Entry[]): Spending {
  const decisions = new Map<string, Decision>();
  const reservations = new Map<string, Reservation>();
  for (const entry of entries) {
    if (entry.type === "reserved") decisions.set(entry.id, reserve(reservations, entry));
    else applyOutcome(reservations, entry);
  }
  return { decisions, reservations };
}

function reserve(reservations: Map<string, Reservation>, entry: ReservedEntry): Decision {
  const { key, request, at } = entry;
  const known = reservations.get(key);
  if (known !== undefined) {
    if (known.request !== request || isExpired(known.at, at)) return "key_reused";
    reservations.set(key, { ...known, sendings: known.sendings + 1 });
    return "repeated";
  }
  const units = unitsOf(entry.amount) ?? 0n;
  const spent = spentUnits(reservations, entry.per_day ? dayOf(at) : undefined);
  if (spent + units > (unitsOf(entry.limit) ?? 0n)) return "exceeded";
  reservations.set(key, { key, request, at, units, sendings: 1, outcome: undefined });
  return "accepted";
}

/** The service stores responses for 30 days; a later repetition would be a second transfer. */
const keyLifetimeMs = 29 * 24 * 60 * 60 * 1000;

function isExpired(since: string, at: string): boolean {
  return Date.parse(at) - Date.parse(since) > keyLifetimeMs;
}

/** A rejection proves that nothing happened only if the request was sent once. */
function applyOutcome(reservations: Map<string, Reservation>, { type, key }: OutcomeEntry): void {
  const known = reservations.get(key);
  if (known === undefined) return;
  if (type !== "rejected") reservations.set(key, { ...known, outcome: type });
  else if (known.sendings === 1) reservations.delete(key);
}

/** Of a day, or of all time. */
export function spentUnits(reservations: Spending["reservations"], day: string | undefined): bigint {
  return [...reservations.values()]
    .filter(({ at }) => day === undefined || dayOf(at) === day)
    .reduce((sum, { units }) => sum + units, 0n);
}

const dayLength = "2026-11-18".length;

/** In UTC. */
export function dayOf(at: string): string {
  return at.slice(0, dayLength);
}
