/**
 * Schedules the blocks of a local chain: soon after a transaction arrives, then a few empty ones for confirmations, and
 * then none until one is needed. An idle chain writes nothing.
 */
export interface BlockMaker {
  /** A transaction entered the mempool. */
  transactionCame(): void;
  /** A block was produced, by this scheduler or on demand. */
  blockMade(block: { readonly transactionCount: number; readonly waitingCount: number }): void;
  /** Blocks that were still due when the previous process ended. */
  blocksAreDue(count: number): void;
  setRunning(isRunning: boolean): void;
  stop(): void;
}

export interface BlockMakerOptions {
  readonly blockTimeMs: number;
  readonly trailingBlocks: number;
  /** Produces a block and calls blockMade. */
  readonly makeBlock: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Consecutive failures; the delay doubles each time. */
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
    // A chain that cannot write must not retry endlessly; the next transaction tries again, and due blocks stay due.
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
    // A transaction that cannot be included (nonce gap, fee too low) waits without keeping the chain busy.
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
