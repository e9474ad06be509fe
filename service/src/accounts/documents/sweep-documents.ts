import { recordAudit } from "../../audit/index.ts";
import type { Database } from "../../db/database.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../../jobs/index.ts";
import { systemCause } from "../../kernel/cause.ts";
import type { NewId } from "../../kernel/id.ts";
import { type Clock, type Instant, instantFromMs } from "../../kernel/instant.ts";
import { stagingPrefix } from "./document.ts";
import type { DocumentStorage, StoredObject } from "./storage.ts";
import {
  deleteRemoving,
  type RemovableDocument,
  selectAwaitedKeys,
  selectRemoving,
  updateStaleToRemoving,
} from "./upkeep-store.ts";

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
/** Longer than any upload may take, and than clocks may differ: bytes this old without a row will never get one. */
const orphanAgeMs = 24 * 60 * 60_000;

/** Removes documents that nobody has linked, and bytes that nobody will ask for. */
export function documentSweep(deps: SweepDocumentsDeps): {
  readonly job: JobDefinition;
  readonly schedule: Schedule;
} {
  return {
    job: defineJob({ kind, parse: () => undefined, timeoutMs, handle: () => sweepDocuments(deps) }),
    schedule: defineSchedule({ name: kind, everyMs, job: { kind, payload: {} } }),
  };
}

export async function sweepDocuments(deps: SweepDocumentsDeps): Promise<void> {
  await giveUpStale(deps);
  await removeGivenUp(deps);
  const before = earlierBy(deps.clock, orphanAgeMs);
  await removeOrphans(deps, before);
  await deps.documentStorage.removeLeftovers(before);
}

/** First they can no longer be linked. Only then may their bytes go. */
async function giveUpStale({ database, clock, documentStagedMs }: SweepDocumentsDeps): Promise<void> {
  const before = earlierBy(clock, documentStagedMs);
  for (let batches = 0; batches < maxBatchesPerRun; batches += 1) {
    if ((await updateStaleToRemoving(database, before, perBatch)) < perBatch) return;
  }
}

/** The bytes go before the row, so that a crash in between leaves a row that says what is still to be done. */
async function removeGivenUp(deps: SweepDocumentsDeps): Promise<void> {
  let last: RemovableDocument | undefined;
  for (let batches = 0; batches < maxBatchesPerRun; batches += 1) {
    const after = last ?? { createdAt: instantFromMs(0), id: "" };
    const documents = await selectRemoving(deps.database, after, perBatch);
    for (const document of documents) {
      await deps.documentStorage.remove(document.storageKey);
      await forget(deps, document);
    }
    last = documents.at(-1);
    if (documents.length < perBatch) return;
  }
}

async function forget(deps: SweepDocumentsDeps, document: RemovableDocument): Promise<void> {
  const { tenantId, network, id } = document;
  await deps.database.transaction(async (tx) => {
    if (!(await deleteRemoving(tx, document))) return;
    await recordAudit(deps, tx, { tenantId, network }, [
      {
        cause: systemCause(kind),
        action: "document.remove",
        subject: { type: "document", id },
        before: { state: "staged" },
      },
    ]);
  });
}

/** Staged bytes without a row: of an upload that was cut off, or copies whose document is where it belongs by now. */
async function removeOrphans(deps: SweepDocumentsDeps, before: Instant): Promise<void> {
  let batch: StoredObject[] = [];
  let batches = 0;
  for await (const object of deps.documentStorage.list(stagingPrefix)) {
    if (object.modifiedAt < before) batch.push(object);
    if (batch.length < perBatch) continue;
    await removeUnawaited(deps, batch);
    batch = [];
    batches += 1;
    if (batches >= maxBatchesPerRun) return;
  }
  await removeUnawaited(deps, batch);
}

async function removeUnawaited(
  { database, documentStorage }: SweepDocumentsDeps,
  objects: readonly StoredObject[],
): Promise<void> {
  if (objects.length === 0) return;
  const awaited = await selectAwaitedKeys(
    database,
    objects.map(({ key }) => {
      const [, tenantId = "", id = ""] = key.split("/");
      return { tenantId, id };
    }),
  );
  for (const { key } of objects) if (!awaited.has(key)) await documentStorage.remove(key);
}

function earlierBy(clock: Clock, durationMs: number): Instant {
  return instantFromMs(Math.max(0, clock.now() - durationMs));
}
