import { setTimeout as sleep } from "node:timers/promises";

const patienceMs = 60_000;
const lookMs = 5;

/** Throws after a timeout that only a stuck process exceeds. */
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

/** Polls the condition, and throws on timeout. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const startMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startMs > patienceMs) {
      throw new Error(`${what} took longer than ${patienceMs / 1000} s`);
    }
    await sleep(lookMs);
  }
}
