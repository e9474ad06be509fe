/**
 * Decides when a local chain gets its next block: soon after a transaction came, then a few empty ones, so that it is
 * confirmed, and then none until somebody needs one. A chain at rest writes nothing.
 */
export interface BlockMaker {
  /** A transaction came into the pool. */
  transactionCame(): void;
  /** A block was made, by this or on demand. */
  blockMade(block: { readonly transactionCount: number; readonly waitingCount: number }): void;
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

export function createBlockMaker(options: BlockMakerOptions): BlockMaker {
  const { blockTimeMs, trailingBlocks, makeBlock, onError } = options;
  let dueBlocks = 0;
  let isRunning = true;
  let isStopped = false;
  let isMaking = false;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (): void => {
    if (timer !== undefined || isMaking || dueBlocks === 0 || !isRunning || isStopped) return;
    timer = setTimeout(() => void tick(), blockTimeMs);
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
      // The next transaction tries again; a chain that cannot write must not try for ever.
      dueBlocks = 0;
      onError(error);
    }
    isMaking = false;
    schedule();
  };

  return {
    transactionCame: () => {
      dueBlocks = Math.max(dueBlocks, 1);
      schedule();
    },
    // A transaction that no block takes (a gap before it, too low a fee) waits without keeping the chain busy.
    blockMade: ({ transactionCount, waitingCount }) => {
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
