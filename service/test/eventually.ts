import { vi } from "vitest";

const patienceMs = 60_000;
const intervalMs = 10;

/** Retries a check until it succeeds; the time limit is generous because machines differ. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: patienceMs, interval: intervalMs });
}
