import type { RowOf } from "../db/table.ts";
import type { Instant } from "../kernel/instant.ts";
import type { RefusalCode } from "../kernel/refusal.ts";
import { unitsOf } from "../transfers/index.ts";
import type { automationRuns } from "./tables.ts";

/** A payment or deposit received by an automation, and its state. */
export type AutomationRun = RowOf<typeof automationRuns>;

export type RunOrigin = "payment" | "deposit";

/** Why no transfer could be created. */
export interface Problem {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly occurredAt: Instant;
}

const unitsPerCent = unitsOf(1n);

/**
 * How much of a deposit is forwarded. On dollar routes in whole cents: the cents of the deposit, plus one if its
 * fraction and the remainders of earlier deposits add up to a cent. Never more than is available.
 */
export function forwardable({
  units,
  available,
  inCents,
}: {
  readonly units: bigint;
  readonly available: bigint;
  readonly inCents: boolean;
}): bigint {
  if (!inCents) return least(units, available);
  const wholeThere = available / unitsPerCent;
  const touched = (units + unitsPerCent - 1n) / unitsPerCent;
  return least(wholeThere, touched) * unitsPerCent;
}

function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

const firstPauseMs = 30_000;
const longestPauseMs = 60 * 60_000;
const mostDoublings = 20;

/** Delay after this many rejected attempts. */
export function pauseMs(tries: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, mostDoublings));
}
