import { type BatchedWriter, createBatchedWriter } from "../db/batched-writer.ts";
import type { Database, Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Refusal } from "../kernel/refusal.ts";
import type { Idempotency } from "./idempotency.ts";
import type { ApiRequest, BatchWork, Route } from "./route.ts";
import type { Claim } from "./store.ts";
import type { WireReply } from "./wire-response.ts";

interface Submission {
  readonly request: ApiRequest;
  readonly claim: Claim;
}

/** Batches requests of batched endpoints: one writer per endpoint, one tenant per batch. */
export interface Batcher {
  submit(route: Route, submission: Submission): Promise<WireReply>;
  /** Finishes all accepted requests and accepts no more. */
  drain(): Promise<void>;
}

export interface BatchLimits {
  readonly maxBatch: number;
  readonly maxWaitMs: number;
  readonly maxQueued: number;
  readonly maxConcurrentBatches: number;
}

export function createBatcher(
  deps: { readonly database: Database; readonly idempotency: Idempotency },
  limits: BatchLimits,
): Batcher {
  const writers = new Map<Route, BatchedWriter<Submission, WireReply>>();

  const writerFor = (route: Route): BatchedWriter<Submission, WireReply> => {
    const existing = writers.get(route);
    if (existing !== undefined) return existing;
    const { work } = route;
    assert(work.kind === "batch", `${route.operationId} is not a batched endpoint`);
    const writer = createBatchedWriter<Submission, WireReply>({
      name: route.operationId,
      database: deps.database,
      partitionOf: ({ claim }) => claim.tenantId,
      write: (tx, _tenant, submissions) => writeBatch(deps.idempotency, work, tx, submissions),
      ...limits,
    });
    writers.set(route, writer);
    return writer;
  };

  return {
    submit: (route, submission) => writerFor(route).submit(submission),
    drain: async () => {
      await Promise.all([...writers.values()].map((writer) => writer.drain()));
    },
  };
}

function writeBatch(
  idempotency: Idempotency,
  work: BatchWork,
  tx: Transaction,
  submissions: readonly Submission[],
): Promise<readonly (WireReply | Refusal)[]> {
  return idempotency.respondToManyOnce(tx, submissions, (claimed) => {
    const tenantId = claimed[0]?.claim.tenantId;
    assert(tenantId !== undefined, "work is only done for claimed keys");
    return work.handle(
      tx,
      tenantId,
      claimed.map(({ request }) => request),
    );
  });
}
