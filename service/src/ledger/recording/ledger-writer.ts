import { createBatchedWriter } from "../../db/batched-writer.ts";
import type { Database, Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Clock } from "../../kernel/instant.ts";
import { orThrow, type Refusal } from "../../kernel/refusal.ts";
import type { LedgerScope, Operation, Recorded } from "../operation.ts";
import { assertWellFormed } from "./check-operation.ts";
import { independentBatches, recordOperations } from "./record-operations.ts";

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

interface Submitted {
  readonly scope: LedgerScope;
  readonly operation: Operation;
}

export function createLedgerWriter({
  database,
  clock,
  lockTimeoutMs = defaultLockTimeoutMs,
}: LedgerWriterOptions): LedgerWriter {
  const writer = createBatchedWriter<Submitted, Recorded | Refusal>({
    ...limits,
    // The next batch is encoded and sent while the previous one is written.
    batchesPerPartition: 2,
    name: "the ledger",
    partitionOf: ({ scope: { tenantId, network } }) => `${tenantId} ${network}`,
    write: (requests) => {
      const [first] = requests;
      assert(first !== undefined, "a batch is never empty");
      const operations = requests.map(({ operation }) => operation);
      const record = (session: Session) =>
        recordOperations({ clock }, session, first.scope, operations, { lockTimeoutMs });
      return independentBatches(operations).length === 1 ? record(database) : database.transaction(record);
    },
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
