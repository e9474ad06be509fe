import { createEvmEngine, type EvmEngine } from "./evm-engine.ts";
import { applyEntry, type EvmEntry, type EvmHead, evmEntry, readHead } from "./evm-history.ts";
import { pendingHashes } from "./evm-pool.ts";
import { openJournal } from "./node-journal.ts";
import { RpcFailure } from "./rpc-server.ts";

/** One local chain: the engine, and the journal that brings it back after a restart. Changes happen one at a time. */
export interface EvmChain {
  ask(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Answers the hash of the transaction. */
  accept(transaction: string): Promise<unknown>;
  setBalance(address: string, wei: string): Promise<unknown>;
  /** Never earlier than the block before it. */
  mine(timestamp: number): Promise<EvmHead>;
  head(): Promise<EvmHead>;
  /** The rest is only for a chain without a journal, because what happened is kept in memory for it. */
  snapshot(): Promise<number>;
  revert(snapshot: number): Promise<void>;
  /** Forgets the last blocks. Their transactions go back into the pool, or are gone. */
  reorganize(depth: number, transactions: "kept" | "dropped"): Promise<void>;
  close(): Promise<void>;
}

export interface EvmChainOptions {
  readonly chainId: number;
  readonly journalPath: string | undefined;
}

export async function openEvmChain({ chainId, journalPath }: EvmChainOptions): Promise<EvmChain> {
  const journal = await openJournal(journalPath);
  let engine = await rebuild(chainId, journal.entries).catch(async (error: unknown) => {
    await journal.close();
    throw error;
  });
  const history: EvmEntry[] = [];
  let fork = 0;

  const oneAtATime = createQueue();
  const record = async (entry: EvmEntry): Promise<void> => {
    await journal.append(entry);
    if (journalPath === undefined) history.push(entry);
  };
  const goBackTo = async (position: number): Promise<readonly EvmEntry[]> => {
    if (journalPath !== undefined) throw new RpcFailure(-32601, "a chain with a journal keeps its history");
    if (position < 0 || position > history.length) throw new RpcFailure(-32602, "there is no such moment");
    engine = await rebuild(chainId, history.slice(0, position));
    fork += 1;
    return history.splice(position);
  };
  // The engine judges first: what it refuses is no part of the history.
  const performIfAccepted = async (entry: EvmEntry): Promise<unknown> => {
    const answer = await applyEntry(engine, entry);
    await record(entry);
    return answer;
  };

  return {
    ask: (method, params) => engine.request(method, params),
    accept: (transaction) => oneAtATime(() => performIfAccepted({ transaction })),
    setBalance: (address, wei) => oneAtATime(() => performIfAccepted({ balance: { address, wei } })),
    mine: (timestamp) =>
      oneAtATime(async () => {
        const parent = await readHead(engine);
        const block = { parent: parent.hash, timestamp: Math.max(timestamp, parent.timestamp), fork };
        // Written first: a block that somebody has seen must be there after a restart.
        await record({ block });
        await applyEntry(engine, { block });
        return readHead(engine);
      }),
    head: () => readHead(engine),
    snapshot: async () => history.length,
    revert: (snapshot) =>
      oneAtATime(async () => {
        await goBackTo(snapshot);
      }),
    reorganize: (depth, transactions) =>
      oneAtATime(async () => {
        const undone = await goBackTo(positionBeforeLastBlocks(history, depth));
        for (const entry of undone) if ("balance" in entry) await performIfAccepted(entry);
        if (transactions === "kept") await sendAgain(undone, performIfAccepted);
        else for (const hash of await pendingHashes(engine)) await performIfAccepted({ drop: hash });
      }),
    close: () => oneAtATime(() => journal.close()),
  };
}

/** An engine to which all of this has happened. */
async function rebuild(chainId: number, entries: readonly unknown[]): Promise<EvmEngine> {
  const fresh = await createEvmEngine(chainId);
  for (const entry of entries) await applyEntry(fresh, evmEntry.parse(entry));
  return fresh;
}

/** Runs one piece of work after the other; one that failed does not stop the next. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work, work);
    last = run;
    return run;
  };
}

function positionBeforeLastBlocks(history: readonly EvmEntry[], depth: number): number {
  const blocks = history.flatMap((entry, position) => ("block" in entry ? [position] : []));
  return blocks.at(-depth) ?? -1;
}

/** Some wait in the pool already, and some have been replaced; the engine knows. */
async function sendAgain(
  undone: readonly EvmEntry[],
  perform: (entry: EvmEntry) => Promise<unknown>,
): Promise<void> {
  for (const entry of undone) {
    if (!("transaction" in entry)) continue;
    await perform(entry).catch((error: unknown) => {
      if (!(error instanceof RpcFailure)) throw error;
    });
  }
}
