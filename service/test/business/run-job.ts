import type { JobDefinition } from "../../src/jobs/index.ts";
import type { Job } from "../../src/jobs/job.ts";
import type { Json } from "../../src/kernel/canonical-json.ts";
import type { Instant } from "../../src/kernel/instant.ts";

/** Does one job of a kind, as a runner would. */
export async function runJob(
  jobs: readonly JobDefinition[],
  kind: string,
  job: Partial<Job<Json>> = {},
): Promise<void> {
  const definition = jobs.find((one) => one.kind === kind);
  if (definition === undefined) throw new Error(`there is no job of the kind ${kind}`);
  const { id = "job" as Job<Json>["id"], payload = {}, tenantId, network } = job;
  const at = 0 as Instant;
  await definition.run({
    job: { id, kind, payload, tenantId, network, runAt: at, createdAt: at },
    attempt: 1,
    signal: new AbortController().signal,
    completeIn: () => Promise.resolve(),
  });
}
