import Type from "typebox";
import { recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import {
  createDeadJobs,
  type DeadJob,
  type DeadJobPage,
  type DeadJobs,
  type DecidedJob,
  type JobId,
} from "../jobs/index.ts";
import { parseId } from "../kernel/id.ts";
import { orNotFound, RefusalError } from "../kernel/refusal.ts";
import { noWakeUp } from "./admin-deps.ts";
import { collectPages, type ItemList } from "./item-list.ts";
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

const pageSize = 100;

/** Dead jobs that need a decision, newest first. */
export async function listDeadJobs(
  admin: AdminContext,
  { kind }: { readonly kind?: string } = {},
): Promise<ItemList<DeadJob>> {
  const deadJobs = open(admin);
  return collectPages((last) => deadJobs.list(admin.database, pageAfter(last, kind)));
}

/** One page of them, in page order. */
export function pageDeadJobs(admin: AdminContext, page: DeadJobPage): Promise<readonly DeadJob[]> {
  return open(admin).list(admin.database, page);
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

/**
 * Requeues every dead job of a type and returns the count. Goes from newest to oldest and never back, so that jobs that
 * die again in the meantime can't keep it busy forever.
 */
export async function retryDeadJobsOfKind(admin: AdminContext, kind: string): Promise<number> {
  const deadJobs = open(admin);
  let retried = 0;
  let last: DeadJob | undefined;
  do {
    const page = await deadJobs.list(admin.database, pageAfter(last, kind));
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
    last = page.at(-1);
  } while (last !== undefined);
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

function pageAfter(last: DeadJob | undefined, kind: string | undefined) {
  return {
    limit: pageSize,
    ...(last === undefined ? {} : { before: last.id }),
    ...(kind === undefined ? {} : { kind }),
  };
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
  await recordAudit(admin, tx, { tenantId, network }, [
    {
      cause: admin.cause,
      action: `dead_job.${verb}`,
      subject: { type: "job", id },
      after: { kind, ...why },
    },
  ]);
}
