/**
 * Lets one caller at a time pass per key, in order of arrival. Without it, a client that sends one request a hundred
 * times at once would hold a hundred database connections waiting for the first.
 */
export interface KeyQueue {
  /** Resolves with the function to call when done, or with undefined when it was not this caller's turn in time. */
  enter(key: string, waitMs: number): Promise<(() => void) | undefined>;
}

export function createKeyQueue(): KeyQueue {
  const lines = new Map<string, Array<() => void>>();

  const leave = (key: string) => (): void => {
    const next = lines.get(key)?.shift();
    if (next === undefined) lines.delete(key);
    else next();
  };

  return {
    enter: async (key, waitMs) => {
      const line = lines.get(key);
      if (line === undefined) {
        lines.set(key, []);
        return leave(key);
      }
      const isMyTurn = await waitInLine(line, waitMs);
      return isMyTurn ? leave(key) : undefined;
    },
  };
}

function waitInLine(line: Array<() => void>, waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const proceed = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      line.splice(line.indexOf(proceed), 1);
      resolve(false);
    }, waitMs);
    line.push(proceed);
  });
}
