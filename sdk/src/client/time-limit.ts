/** Ends early, by throwing the signal's reason, once the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return unlessAborted(over, signal).finally(() => clearTimeout(timer));
}

/** The promise goes on; only this caller no longer waits for it. */
export async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

export interface TimeLimit {
  /** Aborted once the time is over. */
  readonly signal: AbortSignal;
  /** Starts again. */
  readonly reset: () => void;
  readonly end: () => void;
}

/** Unlike `AbortSignal.timeout`, it can end early: a stream outlives the limit for its beginning. */
export function createTimeLimit(ms: number): TimeLimit {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(), ms);
  let timer = start();
  const end = (): void => clearTimeout(timer);
  return {
    signal: controller.signal,
    end,
    reset: () => {
      end();
      timer = start();
    },
  };
}
