import { createBatchedWriter } from "../../db/batched-writer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { violatesUniqueKey } from "../../db/errors.ts";
import { assert } from "../../kernel/assert.ts";
import type { Clock } from "../../kernel/instant.ts";
import { createLruMap, type LruMap } from "../../kernel/lru-map.ts";
import { orThrow, type Refusal } from "../../kernel/refusal.ts";
import type { LedgerScope, Operation, Recorded } from "../operation.ts";
import { assertWellFormed } from "./check-operation.ts";
import { decide } from "./decide.ts";
import { isStaleHead } from "./draft-store.ts";
import { selectAccounts } from "./facts-store.ts";
import { recordLocked, save } from "./record-operations.ts";
import { type RememberedJournal, rememberJournal } from "./remembered-journal.ts";

/** Records operations outside of the caller's transaction, in batches, each with its own outcome. */
export interface LedgerWriter {
  /** Rejects with the refusal. Retry with the same key after an outage: it is recorded once. */
  record(scope: LedgerScope, operation: Operation): Promise<Recorded>;
  /** Stops accepting operations and resolves when all accepted ones have their outcome. */
  drain(): Promise<void>;
}

export interface LedgerWriterOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly lockTimeoutMs?: number;
}

const limits = { maxBatch: 1_024, maxWaitMs: 10, maxQueued: 20_000, maxConcurrentBatches: 4 };
// A longer lock on a head would delay all callers that wait here, including other tenants.
const defaultLockTimeoutMs = 1_000;
const maxJournals = 100;

interface Submitted {
  readonly scope: LedgerScope;
  readonly operation: Operation;
}

export function createLedgerWriter({
  database,
  clock,
  lockTimeoutMs = defaultLockTimeoutMs,
}: LedgerWriterOptions): LedgerWriter {
  const memory: Memory = { journals: createLruMap(maxJournals), guessed: new WeakSet() };
  const writer = createBatchedWriter<Submitted, Recorded | Refusal>({
    ...limits,
    lockTimeoutMs,
    // A batch is decided while the previous one is written.
    batchesPerPartition: 2,
    hasSeries: true,
    name: "the ledger",
    database: readingAgain(database),
    partitionOf,
    prepare: (requests) => learnAccounts(database, memory, requests),
    write: (tx, requests) => writeBatch({ clock }, memory, tx, requests),
  });
  return {
    record: async (scope, operation) => {
      // Checked before batching: one caller's bug must not fail the batch of others.
      assertWellFormed(operation);
      return orThrow(await writer.submit({ scope, operation }));
    },
    drain: () => writer.drain(),
  };
}

interface Memory {
  readonly journals: LruMap<RememberedJournal>;
  /** Requests that were decided without reading, and so must not be decided that way again. */
  readonly guessed: WeakSet<Submitted>;
}

async function learnAccounts(
  database: Database,
  { journals }: Memory,
  requests: readonly Submitted[],
): Promise<void> {
  const [first] = requests;
  assert(first !== undefined, "a batch is never empty");
  const journal = journals.get(partitionOf(first));
  const unknown = journal?.unknownTo(requests.map(({ operation }) => operation)) ?? [];
  if (unknown.length > 0) journal?.learn(await selectAccounts(database, first.scope, unknown));
}

/** Decides with the remembered journal if it can, else with what it reads under the head's lock. */
async function writeBatch(
  deps: { readonly clock: Clock },
  { journals, guessed }: Memory,
  tx: Transaction,
  requests: readonly Submitted[],
): Promise<readonly (Recorded | Refusal)[]> {
  const [first] = requests;
  assert(first !== undefined, "a batch is never empty");
  const operations = requests.map(({ operation }) => operation);
  const partition = partitionOf(first);
  const journal = journals.get(partition);
  const mayGuess = !requests.some((request) => guessed.has(request));
  const facts = mayGuess ? journal?.factsFor(operations) : undefined;
  if (journal !== undefined && facts !== undefined) {
    const decision = decide(facts, operations, journal.now());
    const next = save(tx, decision.draft);
    // Refusals alone would be based on a batch that may not be committed.
    if (next !== undefined) {
      for (const request of requests) guessed.add(request);
      journal.advance(decision.draft, next);
      return decision.outcomes;
    }
  }
  // Until this batch is decided, nothing is known about the journal's end.
  journals.delete(partition);
  const recorded = await recordLocked(deps, tx, first.scope, operations);
  const current = journals.get(partition) ?? journal;
  const isCurrent = current?.follow(recorded) ?? false;
  journals.set(
    partition,
    isCurrent && current !== undefined ? current : rememberJournal(deps, first.scope, recorded),
  );
  return recorded.outcomes;
}

/** Runs a transaction again whose remembered journal was not the current one, or did not know a repeated key. */
function readingAgain(database: Database): Pick<Database, "transaction"> {
  return {
    transaction: async (work, options) => {
      try {
        return await database.transaction(work, options);
      } catch (error) {
        if (!isStaleHead(error) && !violatesUniqueKey(error, "ledger_journal_by_key")) throw error;
        return database.transaction(work, options);
      }
    },
  };
}

function partitionOf({ scope: { tenantId, network } }: Pick<Submitted, "scope">): string {
  return `${tenantId} ${network}`;
}
