import type { JobDefinition } from "../../src/jobs/index.ts";
import type { Job } from "../../src/jobs/job.ts";
import type { Json } from "../../src/kernel/canonical-json.ts";
import { deleteJob, selectDueJobs } from "./environment-store.ts";
import type { Business } from "./open-business.ts";
import type { Process } from "./process.ts";

/** Scheduled jobs that run every minute. */
const schedules = ["transfers.expire", "transfers.retry_refunds"] as const;
const mostAtOnce = 100;

/** Runs due jobs as a runner would: at least once, whenever it was killed. */
export async function runJobs({ database, clock }: Business, { jobs }: Process): Promise<void> {
  const now = clock.now();
  const scheduled = { payload: {}, tenantId: undefined, network: undefined, runAt: now, createdAt: now };
  for (const kind of schedules) await run(jobs, { id: "schedule" as Job<Json>["id"], kind, ...scheduled });
  for (const job of await selectDueJobs(database, { now, limit: mostAtOnce })) {
    await run(jobs, job);
    await deleteJob(database, job.id);
  }
}

async function run(jobs: readonly JobDefinition[], job: Job<Json>): Promise<void> {
  const definition = jobs.find(({ kind }) => kind === job.kind);
  if (definition === undefined) throw new Error(`unknown job type ${job.kind}`);
  const { signal } = new AbortController();
  await definition.run({ job, attempt: 1, signal, completeIn: () => Promise.resolve() });
}
