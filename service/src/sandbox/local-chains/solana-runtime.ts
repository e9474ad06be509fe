import type { SolanaBank } from "./solana-bank.ts";
import { createFaucet, type SolanaFaucet } from "./solana-faucet.ts";
import { openJournaledBank, type SolanaRuntimeOptions } from "./solana-journaled-bank.ts";
import type { IncomingTransaction } from "./solana-transaction.ts";

/** The bank and what drives it: the queue of transactions, the beat of the slots, and the journal. */
export interface SolanaRuntime {
  readonly bank: SolanaBank;
  readonly faucet: SolanaFaucet;
  isHealthy(): boolean;
  /** Into the next slot. Like a leader it takes or drops it then, and tells nobody. */
  submit(transaction: IncomingTransaction): void;
  /** Makes slots at once. */
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

  const produceNext = (): Promise<void> => chain.produce(pending.splice(0, maxTransactionsPerSlot));
  const hasWork = (): boolean =>
    isProducing && (pending.length > 0 || bank.slots.head().slot < chain.restAt());
  // Others may have made the slots meanwhile; one that follows from no entry of the journal must not be made.
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
        if (options.journalPath !== undefined) throw new Error("a chain with a journal has one history");
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

/** One change at a time, in the order in which they are asked for. */
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

/** Goes on as long as there is work. A slot that fails ends it: what came after could not be done again. */
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
