/**
 * Lets the first caller with a key proceed and holds back further ones until it is done; then they all proceed and find
 * its response. Without it, a client that sends one request a hundred times at once would hold a hundred database
 * connections waiting for the first.
 */
export interface KeyQueue {
  /** Resolves with the function to call when done, or with undefined when the first caller timed out. */
  enter(key: string, waitMs: number): Promise<(() => void) | undefined>;
}

export function createKeyQueue(): KeyQueue {
  const inFlight = new Map<string, Promise<void>>();

  const goFirst = (key: string): (() => void) => {
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    inFlight.set(key, finished);
    return () => {
      inFlight.delete(key);
      finish();
    };
  };

  return {
    enter: async (key, waitMs) => {
      const first = inFlight.get(key);
      if (first === undefined) return goFirst(key);
      const isDone = await isDoneWithin(first, waitMs);
      return isDone ? () => {} : undefined;
    },
  };
}

async function isDoneWithin(promise: Promise<void>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
