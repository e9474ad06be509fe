import Type from "typebox";
import { auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import {
  createDeadJobs,
  type DeadJob,
  type DeadJobs,
  type DecidedJob,
  deadJobList,
  type JobId,
} from "../jobs/index.ts";
import { parseId } from "../kernel/id.ts";
import { orNotFound, RefusalError } from "../kernel/refusal.ts";
import { noWakeUp } from "./admin-deps.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";

export const DeadJobSchema = named(
  "ConsoleDeadJob",
  Type.Object({
    id: IdSchema,
    kind: Type.String(),
    tenant_id: nullableString({ description: "Null for platform jobs." }),
    network: nullableString(),
    attempts: Type.Integer(),
    last_error: Type.String(),
    created_at: DateTimeSchema,
    died_at: DateTimeSchema,
    payload: Type.Unknown({ description: "Input of the job: ids, no secrets or personal data." }),
  }),
);

export const presentDeadJob = (job: DeadJob) => present(DeadJobSchema, job);

/** Dead jobs that need a decision, newest first. */
export function listDeadJobs(
  { database }: AdminContext,
  { kind }: { readonly kind?: string } = {},
): Promise<ItemList<DeadJob>> {
  return collectStream(deadJobList.stream(database, { kind }));
}

/** One dead job that needs a decision. */
export async function showDeadJob(admin: AdminContext, id: string): Promise<DeadJob> {
  const jobId = parseId<"job">(id);
  const job = jobId === undefined ? undefined : await open(admin).find(admin.database, jobId);
  return orNotFound(job, "there is no dead job with this id");
}

/** Requeues these jobs: all of them, or none if one is missing. */
export async function retryDeadJobs(admin: AdminContext, ids: readonly string[]): Promise<readonly string[]> {
  const deadJobs = open(admin);
  const unique = [...new Set(ids)];
  await admin.database.transaction(async (tx) => {
    for (const id of unique) {
      const retried = await retryIfDead(deadJobs, tx, parseId<"job">(id));
      const job = orNotFound(retried, `there is no dead job ${id}`);
      await recordDecision(admin, tx, job, { verb: "retry" });
    }
  });
  return unique;
}

const retriedAtOnce = 100;

/**
 * Requeues every dead job of a type and returns the count. Goes from newest to oldest and never back, so that jobs that
 * die again in the meantime can't keep it busy forever.
 */
export async function retryDeadJobsOfKind(admin: AdminContext, kind: string): Promise<number> {
  const deadJobs = open(admin);
  let retried = 0;
  for await (const page of deadJobList.stream(admin.database, { kind }, retriedAtOnce)) {
    retried += await admin.database.transaction(async (tx) => {
      let count = 0;
      // Skip jobs that another operator has decided on in the meantime.
      for (const { id } of page) {
        const job = await retryIfDead(deadJobs, tx, id);
        if (job === undefined) continue;
        await recordDecision(admin, tx, job, { verb: "retry" });
        count += 1;
      }
      return count;
    });
  }
  return retried;
}

/** The row remains, with the reason. */
export async function discardDeadJob(
  admin: AdminContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const jobId = orNotFound(parseId<"job">(id), "there is no dead job with this id");
  await admin.database.transaction(async (tx) => {
    const job = await open(admin).discard(tx, jobId, reason);
    await recordDecision(admin, tx, job, { verb: "discard", reason });
  });
}

function open({ clock }: AdminContext): DeadJobs {
  return createDeadJobs({ clock, wakeUp: noWakeUp });
}

async function retryIfDead(
  deadJobs: DeadJobs,
  tx: Transaction,
  id: JobId | undefined,
): Promise<DecidedJob | undefined> {
  if (id === undefined) return undefined;
  try {
    return await deadJobs.retry(tx, id);
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === "not_found") return undefined;
    throw error;
  }
}

/** Recorded in the audit log of the job's tenant. */
async function recordDecision(
  admin: AdminContext,
  tx: Transaction,
  { id, kind, tenantId, network }: DecidedJob,
  decision: { readonly verb: "retry" } | { readonly verb: "discard"; readonly reason: string },
): Promise<void> {
  const { verb, ...why } = decision;
  await auditChange(admin, tx, {
    cause: admin.cause,
    action: `dead_job.${verb}`,
    type: "job",
    of: { tenantId, network, id },
    after: { kind, ...why },
  });
}
