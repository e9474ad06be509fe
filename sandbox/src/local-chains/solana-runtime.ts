import type { SolanaBank } from "./solana-bank.ts";
import { createFaucet, type SolanaFaucet } from "./solana-faucet.ts";
import { openJournaledBank, type SolanaRuntimeOptions } from "./solana-journaled-bank.ts";
import type { IncomingTransaction } from "./solana-transaction.ts";

/** The bank with its transaction queue, slot production and journal. */
export interface SolanaRuntime {
  readonly bank: SolanaBank;
  readonly faucet: SolanaFaucet;
  isHealthy(): boolean;
  /** Queues it for the next slot, where it is included or, like by a leader, silently dropped. */
  submit(transaction: IncomingTransaction): void;
  /** Produces slots immediately. */
  advance(slots: bigint): Promise<void>;
  dropFork(slots: bigint): Promise<void>;
  setBlockProduction(isOn: boolean): void;
  close(): Promise<void>;
}

const maxTransactionsPerSlot = 2000;
const maxPending = 100_000;

export async function createNodeRuntime(options: SolanaRuntimeOptions): Promise<SolanaRuntime> {
  const faucet = await createFaucet(options.genesis);
  const chain = await openJournaledBank(options, faucet);
  const { bank } = chain;
  const pending: IncomingTransaction[] = [];
  const inTurn = createTurns();
  let isProducing = true;

  const produceNext = async (): Promise<void> => {
    await chain.produce(pending.splice(0, maxTransactionsPerSlot));
    options.onBlock?.();
  };
  const hasWork = (): boolean =>
    isProducing && (pending.length > 0 || bank.slots.head().slot < chain.restAt());
  // Another call may have produced the slots meanwhile; a slot that does not follow from the journal must not be
  // produced.
  const beat = createBeat(options.slotTimeMs, hasWork, () =>
    inTurn(async () => {
      if (hasWork()) await produceNext();
    }),
  );

  return {
    bank,
    faucet,
    isHealthy: () => !beat.hasFailed() && pending.length < maxPending,
    submit: (transaction) => {
      pending.push(transaction);
      beat.start();
    },
    advance: (slots) =>
      inTurn(async () => {
        const until = bank.slots.head().slot + slots;
        await chain.runUntil(until);
        while (bank.slots.head().slot < until) await produceNext();
      }),
    dropFork: (slots) =>
      inTurn(async () => {
        if (options.journalPath !== undefined) throw new Error("not supported on a chain with a journal");
        bank.dropFork(slots);
      }),
    setBlockProduction: (isOn) => {
      isProducing = isOn;
      beat.start();
    },
    close: async () => {
      isProducing = false;
      beat.stop();
      await inTurn(async () => {});
      await chain.close();
    },
  };
}

/** Runs one change at a time, in order. */
function createTurns(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

interface Beat {
  start(): void;
  stop(): void;
  hasFailed(): boolean;
}

/** Runs while there is work. A failed slot stops it: later slots could not be replayed. */
function createBeat(ms: number, hasWork: () => boolean, work: () => Promise<void>): Beat {
  let timer: NodeJS.Timeout | undefined;
  let isFailed = false;
  const start = (): void => {
    if (timer !== undefined || isFailed || !hasWork()) return;
    timer = setTimeout(() => {
      void work()
        .catch(() => {
          isFailed = true;
        })
        .finally(() => {
          timer = undefined;
          start();
        });
    }, ms);
  };
  return { start, stop: () => clearTimeout(timer), hasFailed: () => isFailed };
}
