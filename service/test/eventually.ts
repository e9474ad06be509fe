import { vi } from "vitest";

const patienceMs = 15_000;
const intervalMs = 10;

/** Looks again and again until it is so; how long that takes is the machine's affair, not the test's. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: patienceMs, interval: intervalMs });
}
