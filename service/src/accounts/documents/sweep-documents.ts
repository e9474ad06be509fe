import { auditChange } from "../../audit/index.ts";
import type { Database } from "../../db/database.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../../jobs/index.ts";
import { systemCause } from "../../kernel/cause.ts";
import type { NewId } from "../../kernel/id.ts";
import { type Clock, type Instant, instantFromMs } from "../../kernel/instant.ts";
import { type DocumentStorage, type StoredObject, stagingPrefix } from "./storage.ts";
import {
  deleteRemoving,
  type RemovableDocument,
  selectAwaitedKeys,
  selectRemoving,
  updateStaleToRemoving,
} from "./store.ts";

export interface SweepDocumentsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly documentStorage: DocumentStorage;
  readonly documentStagedMs: number;
}

const kind = "accounts.sweep-documents";
const everyMs = 60 * 60_000;
const timeoutMs = 30 * 60_000;
const perBatch = 200;
const maxBatchesPerRun = 500;
/** Longer than any upload and any clock difference: bytes this old without a row will never get one. */
const orphanAgeMs = 24 * 60 * 60_000;
/** One failing object must not block the others; this many failures mean that the storage is down. */
const maxFailures = 20;

/** Removes documents that were not linked in time, and orphaned bytes. */
export function documentSweep(deps: SweepDocumentsDeps): {
  readonly job: JobDefinition;
  readonly schedule: Schedule;
} {
  return {
    job: defineJob({
      kind,
      parse: () => undefined,
      timeoutMs,
      handle: ({ signal }) => sweepDocuments(deps, signal),
    }),
    schedule: defineSchedule({ name: kind, everyMs, job: { kind, payload: {} } }),
  };
}

/** Continues after an object that cannot be removed, and fails at the end. */
export async function sweepDocuments(deps: SweepDocumentsDeps, signal: AbortSignal): Promise<void> {
  const before = earlierBy(deps.clock, orphanAgeMs);
  const failures: unknown[] = [];
  const attempt: Attempt = async (step) => {
    signal.throwIfAborted();
    if (failures.length >= maxFailures) throw failed(failures);
    try {
      await step();
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
    }
  };
  await expireStaged(deps, signal);
  await removeExpired(deps, attempt);
  await removeOrphans(deps, { before, attempt, signal });
  await attempt(() => deps.documentStorage.removeLeftovers(before, signal));
  if (failures.length > 0) throw failed(failures);
}

/** Runs one step of the sweep and records its error. Throws only if the sweep must end. */
type Attempt = (step: () => Promise<void>) => Promise<void>;

function failed(failures: readonly unknown[]): Error {
  const [first] = failures;
  const reason = first instanceof Error ? first.message : "unknown";
  return new Error(`${failures.length} steps of the sweep failed; the first: ${reason}`, { cause: first });
}

/** First they become unlinkable. Only then may their bytes be deleted. */
async function expireStaged(
  { database, clock, documentStagedMs }: SweepDocumentsDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = earlierBy(clock, documentStagedMs);
  for (let batches = 0; batches < maxBatchesPerRun; batches += 1) {
    signal.throwIfAborted();
    if ((await updateStaleToRemoving(database, before, perBatch)) < perBatch) return;
  }
}

/** The bytes are deleted before the row, so that a crash in between leaves a row that says what is left to do. */
async function removeExpired(deps: SweepDocumentsDeps, attempt: Attempt): Promise<void> {
  let last: RemovableDocument | undefined;
  for (let batches = 0; batches < maxBatchesPerRun; batches += 1) {
    const after = last ?? { createdAt: instantFromMs(0), id: "" };
    const documents = await selectRemoving(deps.database, after, perBatch);
    for (const document of documents) {
      await attempt(async () => {
        await deps.documentStorage.remove(document.storageKey);
        await forget(deps, document);
      });
    }
    last = documents.at(-1);
    if (documents.length < perBatch) return;
  }
}

async function forget(deps: SweepDocumentsDeps, document: RemovableDocument): Promise<void> {
  const { tenantId, network, id } = document;
  await deps.database.transaction(async (tx) => {
    if ((await deleteRemoving(tx, document)) === 0) return;
    await auditChange(deps, tx, {
      cause: systemCause(kind),
      action: "document.remove",
      of: { tenantId, network, id },
      before: { state: "staged" },
    });
  });
}

/** Staged bytes without a row: of an interrupted upload, or copies whose document is already at its final location. */
async function removeOrphans(
  deps: SweepDocumentsDeps,
  {
    before,
    attempt,
    signal,
  }: { readonly before: Instant; readonly attempt: Attempt; readonly signal: AbortSignal },
): Promise<void> {
  let batch: StoredObject[] = [];
  let batches = 0;
  for await (const object of deps.documentStorage.list(stagingPrefix)) {
    signal.throwIfAborted();
    if (object.modifiedAt < before) batch.push(object);
    if (batch.length < perBatch) continue;
    await removeUnawaited(deps, batch, attempt);
    batch = [];
    batches += 1;
    if (batches >= maxBatchesPerRun) return;
  }
  await removeUnawaited(deps, batch, attempt);
}

async function removeUnawaited(
  { database, documentStorage }: SweepDocumentsDeps,
  objects: readonly StoredObject[],
  attempt: Attempt,
): Promise<void> {
  if (objects.length === 0) return;
  const awaited = await selectAwaitedKeys(
    database,
    objects.map(({ key }) => {
      const [, tenantId = "", id = ""] = key.split("/");
      return { tenantId, id };
    }),
  );
  for (const { key } of objects) {
    if (!awaited.has(key)) await attempt(() => documentStorage.remove(key));
  }
}

function earlierBy(clock: Clock, durationMs: number): Instant {
  return instantFromMs(Math.max(0, clock.now() - durationMs));
}
