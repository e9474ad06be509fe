import { createEvmEngine, type EvmEngine } from "./evm-engine.ts";
import { applyEntry, type EvmEntry, type EvmHead, evmEntryShape, readHead } from "./evm-history.ts";
import { pendingHashes } from "./evm-pool.ts";
import { openJournal } from "./node-journal.ts";
import { RpcFailure } from "./rpc-server.ts";

/** A local chain: the engine, and the journal that recovers it after a restart. Changes run one at a time. */
export interface EvmChain {
  ask(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Returns the transaction hash. */
  accept(transaction: string): Promise<unknown>;
  setBalance(address: string, wei: string): Promise<unknown>;
  /** The timestamp is at least that of the parent block. */
  mine(timestamp: number): Promise<EvmHead>;
  head(): Promise<EvmHead>;
  /** The following are only for a chain without a journal, which keeps its history in memory. */
  snapshot(): Promise<number>;
  revert(snapshot: number): Promise<void>;
  /** Removes the last blocks. Their transactions return to the mempool, or are dropped. */
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

  const runExclusive = createQueue();
  const record = async (entry: EvmEntry): Promise<void> => {
    await journal.append(entry);
    if (journalPath === undefined) history.push(entry);
  };
  const rewindTo = async (position: number): Promise<readonly EvmEntry[]> => {
    if (journalPath !== undefined) throw new RpcFailure(-32601, "not supported on a chain with a journal");
    if (position < 0 || position > history.length) throw new RpcFailure(-32602, "unknown snapshot");
    engine = await rebuild(chainId, history.slice(0, position));
    fork += 1;
    return history.splice(position);
  };
  // The engine validates first: rejected entries are not part of the history.
  const performIfAccepted = async (entry: EvmEntry): Promise<unknown> => {
    const result = await applyEntry(engine, entry);
    await record(entry);
    return result;
  };

  return {
    ask: (method, params) => engine.request(method, params),
    accept: (transaction) => runExclusive(() => performIfAccepted({ transaction })),
    setBalance: (address, wei) => runExclusive(() => performIfAccepted({ balance: { address, wei } })),
    mine: (timestamp) =>
      runExclusive(async () => {
        const parent = await readHead(engine);
        const block = { parent: parent.hash, timestamp: Math.max(timestamp, parent.timestamp), fork };
        // Journaled first: a block that a client has seen must exist after a restart.
        await record({ block });
        await applyEntry(engine, { block });
        return readHead(engine);
      }),
    head: () => readHead(engine),
    snapshot: async () => history.length,
    revert: (snapshot) =>
      runExclusive(async () => {
        await rewindTo(snapshot);
      }),
    reorganize: (depth, transactions) =>
      runExclusive(async () => {
        const removed = await rewindTo(positionBeforeLastBlocks(history, depth));
        for (const entry of removed) if ("balance" in entry) await performIfAccepted(entry);
        if (transactions === "kept") await resendTransactions(removed, performIfAccepted);
        else for (const hash of await pendingHashes(engine)) await performIfAccepted({ drop: hash });
      }),
    close: () => runExclusive(() => journal.close()),
  };
}

/** An engine with all these entries applied. */
async function rebuild(chainId: number, entries: readonly unknown[]): Promise<EvmEngine> {
  const engine = await createEvmEngine(chainId);
  for (const entry of entries) await applyEntry(engine, evmEntryShape.read(entry));
  return engine;
}

/** Runs tasks sequentially; a failed one does not stop the next. */
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

/** Some are already in the mempool, and some have been replaced: the engine's rejections are ignored. */
async function resendTransactions(
  removed: readonly EvmEntry[],
  perform: (entry: EvmEntry) => Promise<unknown>,
): Promise<void> {
  for (const entry of removed) {
    if (!("transaction" in entry)) continue;
    await perform(entry).catch((error: unknown) => {
      if (!(error instanceof RpcFailure)) throw error;
    });
  }
}
