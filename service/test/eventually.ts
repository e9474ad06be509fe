import { vi } from "vitest";

/** Below the hang guard of a test, so that a failure shows the last result of the check. */
const patienceMs = 240_000;
const intervalMs = 10;

/** Retries a check until it succeeds; no test is expected to wait this long, even on a busy machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: patienceMs, interval: intervalMs });
}
