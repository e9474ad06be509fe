import { setTimeout as sleep } from "node:timers/promises";

const patienceMs = 60_000;
const lookMs = 5;

/** Throws when it takes so long that something must be stuck. */
export async function withPatience<T>(what: string, work: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const stuck = sleep(patienceMs, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`${what} took longer than ${patienceMs / 1000} s`);
  });
  try {
    return await Promise.race([work, stuck]);
  } finally {
    waiting.abort();
    await stuck.catch(() => undefined);
  }
}

/** Looks again and again, and throws when it does not come to pass. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const startMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startMs > patienceMs) {
      throw new Error(`${what} took longer than ${patienceMs / 1000} s`);
    }
    await sleep(lookMs);
  }
}
