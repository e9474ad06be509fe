/**
 * Decides when a local chain gets its next block: soon after a transaction came, then a few empty ones, so that it is
 * confirmed, and then none until somebody needs one. A chain at rest writes nothing.
 */
export interface BlockMaker {
  /** A transaction came into the pool. */
  transactionCame(): void;
  /** A block was made, by this or on demand. */
  blockMade(block: { readonly transactionCount: number; readonly waitingCount: number }): void;
  /** Blocks that were still to come when the process before this one ended. */
  blocksAreDue(count: number): void;
  setRunning(isRunning: boolean): void;
  stop(): void;
}

export interface BlockMakerOptions {
  readonly blockTimeMs: number;
  readonly trailingBlocks: number;
  /** Makes a block and reports it to blockMade. */
  readonly makeBlock: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** In a row; each time it waits twice as long as the time before. */
const maxFailures = 5;

export function createBlockMaker(options: BlockMakerOptions): BlockMaker {
  const { blockTimeMs, trailingBlocks, makeBlock, onError } = options;
  let dueBlocks = 0;
  let failures = 0;
  let isRunning = true;
  let isStopped = false;
  let isMaking = false;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (): void => {
    // A chain that cannot write must not try for ever; the next transaction tries again, and what is due stays due.
    const isHeld = isMaking || !isRunning || isStopped || failures >= maxFailures;
    if (timer !== undefined || dueBlocks === 0 || isHeld) return;
    timer = setTimeout(() => void tick(), blockTimeMs * 2 ** failures);
  };
  const unschedule = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const tick = async (): Promise<void> => {
    timer = undefined;
    isMaking = true;
    try {
      await makeBlock();
    } catch (error) {
      failures += 1;
      onError(error);
    }
    isMaking = false;
    schedule();
  };

  const makeDue = (count: number): void => {
    dueBlocks = Math.max(dueBlocks, count);
    schedule();
  };
  return {
    transactionCame: () => {
      failures = 0;
      makeDue(1);
    },
    blocksAreDue: makeDue,
    // A transaction that no block takes (a gap before it, too low a fee) waits without keeping the chain busy.
    blockMade: ({ transactionCount, waitingCount }) => {
      failures = 0;
      if (transactionCount === 0) dueBlocks = Math.max(dueBlocks - 1, 0);
      else dueBlocks = Math.max(trailingBlocks, waitingCount > 0 ? 1 : 0);
      schedule();
    },
    setRunning: (value) => {
      isRunning = value;
      if (isRunning) schedule();
      else unschedule();
    },
    stop: () => {
      isStopped = true;
      unschedule();
    },
  };
}
