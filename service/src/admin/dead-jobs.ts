import { recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import {
  createDeadJobs,
  type DeadJob,
  type DeadJobPage,
  type DeadJobs,
  type DecidedJob,
  type JobId,
} from "../jobs/index.ts";
import type { Json } from "../kernel/canonical-json.ts";
import { type Network, parseId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { collectPages, type Listing } from "./listing.ts";
import type { AdminContext } from "./open-admin.ts";

/** A dead job in plain values. */
export interface DeadJobView {
  readonly id: string;
  readonly kind: string;
  /** Undefined for work of the platform itself. */
  readonly tenantId: string | undefined;
  readonly network: Network | undefined;
  readonly attempts: number;
  readonly lastError: string;
  readonly created: string;
  readonly died: string;
  readonly payload: Json;
}

const pageSize = 100;

/** The jobs that wait for a person's decision, newest first. */
export async function listDeadJobs(
  admin: AdminContext,
  { kind }: { readonly kind?: string } = {},
): Promise<Listing<DeadJobView>> {
  const deadJobs = open(admin);
  const { items, isComplete } = await collectPages<DeadJob>((last) =>
    deadJobs.list(admin.database, pageAfter(last, kind)),
  );
  return { items: items.map(view), isComplete };
}

/** A page of them, for whoever looks at some at a time; in the order in which the page is walked. */
export async function pageDeadJobs(admin: AdminContext, page: DeadJobPage): Promise<readonly DeadJobView[]> {
  const jobs = await open(admin).list(admin.database, page);
  return jobs.map(view);
}

/** One dead job that waits for a decision. */
export async function showDeadJob(admin: AdminContext, id: string): Promise<DeadJobView> {
  const jobId = parseId<"job">(id);
  const job = jobId === undefined ? undefined : await open(admin).find(admin.database, jobId);
  if (job === undefined) throw new RefusalError(refuse("not_found", "there is no dead job with this id"));
  return view(job);
}

/** Puts these jobs back into the queue, all of them or, when one is not there, none. */
export async function retryDeadJobs(admin: AdminContext, ids: readonly string[]): Promise<readonly string[]> {
  const deadJobs = open(admin);
  const unique = [...new Set(ids)];
  await admin.database.transaction(async (tx) => {
    for (const id of unique) {
      const job = await retryIfDead(deadJobs, tx, parseId<"job">(id));
      if (job === undefined)
        throw new RefusalError(refuse("not_found", `no dead job ${id} waits for a decision`));
      await recordDecision(admin, tx, job, { verb: "retry" });
    }
  });
  return unique;
}

/**
 * Puts every dead job of a kind back into the queue, and answers how many. It goes from the newest to the oldest and
 * never back, so that jobs which die again meanwhile do not keep it busy for ever.
 */
export async function retryDeadJobsOfKind(admin: AdminContext, kind: string): Promise<number> {
  const deadJobs = open(admin);
  let retried = 0;
  let last: DeadJob | undefined;
  do {
    const page = await deadJobs.list(admin.database, pageAfter(last, kind));
    retried += await admin.database.transaction(async (tx) => {
      let count = 0;
      // One that somebody else has decided on since is nobody's concern here.
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

/** The row stays, with the reason. */
export async function discardDeadJob(
  admin: AdminContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const jobId = parseId<"job">(id);
  if (jobId === undefined) throw new RefusalError(refuse("not_found", "there is no dead job with this id"));
  await admin.database.transaction(async (tx) => {
    const job = await open(admin).discard(tx, jobId, reason);
    await recordDecision(admin, tx, job, { verb: "discard", reason });
  });
}

/** Nobody is nudged: runners look by themselves twice a second, which is soon enough for a person. */
function open({ clock }: AdminContext): DeadJobs {
  return createDeadJobs({ clock, wakeUp: { nudge: () => {} } });
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

/** In the log of the tenant whose work it is. */
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

function view(job: DeadJob): DeadJobView {
  const { id, kind, tenantId, network, attempts, lastError, createdAt, diedAt, payload } = job;
  const times = { created: formatInstant(createdAt), died: formatInstant(diedAt) };
  return { id, kind, tenantId, network, attempts, lastError, ...times, payload };
}
