import type { Instant } from "../kernel/instant.ts";
import type { RefusalCode } from "../kernel/refusal.ts";
import { unitsOf } from "../transfers/index.ts";
import type { AutomationId, AutomationScope } from "./automation.ts";

/** Something that came to an automation, and what becomes of it. */
export interface AutomationRun extends RunKey {
  readonly automationId: AutomationId;
  /** What came, in millionths. */
  readonly units: bigint;
  readonly state: "waiting" | "forwarded" | "left";
  /** How often a transfer was tried. */
  readonly tries: number;
}

export interface RunKey extends AutomationScope {
  readonly origin: "payment" | "deposit";
  readonly originId: string;
}

/** Why no transfer could be made of something. */
export interface Problem {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly occurredAt: Instant;
}

const unitsPerCent = unitsOf(1n);

/**
 * How much of a deposit goes on. Where dollars move it is whole cents: those of the deposit and the one that its last part
 * belongs to, if what earlier deposits have left makes it whole. Never more than is there.
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

/** How long to wait after so many tries that were refused. */
export function pauseMs(tries: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, mostDoublings));
}
