/** Runs something again and again, a pause apart, until it is stopped. */
export interface RefreshLoop {
  start(): void;
  /** Ends the loop; resolves when the run under way, if any, is over. */
  stop(): Promise<void>;
}

export function createRefreshLoop(options: {
  readonly everyMs: number;
  readonly refresh: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}): RefreshLoop {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let underWay = Promise.resolve();

  const schedule = (): void => {
    timer = setTimeout(() => {
      underWay = run();
    }, options.everyMs).unref();
  };
  const run = async (): Promise<void> => {
    try {
      await options.refresh();
    } catch (error) {
      options.onError(error);
    }
    if (isRunning) schedule();
  };

  return {
    start: () => {
      if (isRunning) return;
      isRunning = true;
      schedule();
    },
    stop: async () => {
      isRunning = false;
      clearTimeout(timer);
      await underWay;
    },
  };
}
