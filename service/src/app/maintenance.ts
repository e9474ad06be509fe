import { type ApprovalDeps, sweepApprovals } from "../approvals/index.ts";
import { rotateSigningKeyIfDue, type SigningKeyDeps, sweepAuth } from "../auth/index.ts";
import type { Database } from "../db/database.ts";
import type { BucketPolicy } from "../http/rate-limit.ts";
import { deleteBucketsBefore } from "../http/rate-store.ts";
import { deleteRecordsBefore } from "../http/store.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../jobs/index.ts";
import { systemCause } from "../kernel/cause.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { sweepUsers } from "../users/index.ts";

export interface MaintenanceDeps extends SigningKeyDeps, ApprovalDeps {
  readonly database: Database;
  readonly idempotencyRetentionMs: number;
  readonly rateLimit: BucketPolicy | undefined;
  readonly signingKeyMaxAgeMs: number;
}

const sweepEveryMs = 10 * 60_000;
const approvalSweepEveryMs = 60_000;
const rotationCheckEveryMs = 60 * 60_000;
const rowsPerSweep = 5_000;
const maxSweepsPerRun = 200;

/** Recurring jobs that enforce retention and rotate the signing key. */
export function maintenance(deps: MaintenanceDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  const job = (kind: string, handle: () => Promise<void>) =>
    defineJob({ kind, parse: () => undefined, handle: () => handle() });
  const schedule = (name: string, everyMs: number) =>
    defineSchedule({ name, everyMs, job: { kind: name, payload: {} } });
  return {
    jobs: [
      job("http.forget-idempotency-records", () => forgetIdempotencyRecords(deps)),
      job("http.forget-rate-limits", () => forgetRateLimits(deps)),
      job("auth.sweep", async () => {
        await sweepAuth(deps.database, deps.clock);
      }),
      job("users.sweep", () => sweepUsers(deps.database, deps.clock)),
      job("approvals.sweep", () => sweepApprovals(deps)),
      job("auth.rotate-signing-key", async () => {
        const cause = systemCause("auth.rotate-signing-key");
        const maxAgeMs = deps.signingKeyMaxAgeMs;
        await deps.database.transaction((tx) => rotateSigningKeyIfDue(deps, tx, { maxAgeMs, cause }));
      }),
    ],
    schedules: [
      schedule("http.forget-idempotency-records", sweepEveryMs),
      schedule("http.forget-rate-limits", sweepEveryMs),
      schedule("auth.sweep", sweepEveryMs),
      schedule("users.sweep", sweepEveryMs),
      schedule("approvals.sweep", approvalSweepEveryMs),
      schedule("auth.rotate-signing-key", rotationCheckEveryMs),
    ],
  };
}

function forgetIdempotencyRecords({
  database,
  clock,
  idempotencyRetentionMs,
}: MaintenanceDeps): Promise<void> {
  const before = instantFromMs(Math.max(0, clock.now() - idempotencyRetentionMs));
  return untilFew((limit) => deleteRecordsBefore(database, before, limit));
}

/** Node clocks may differ from the database's. */
const rateLimitMarginMs = 60_000;

/** Deletes buckets that are full again, also if a node owed a batch. */
function forgetRateLimits({ database, clock, rateLimit }: MaintenanceDeps): Promise<void> {
  const fullAfterMs =
    rateLimit === undefined ? 0 : Math.ceil((rateLimit.burst / rateLimit.perSecond) * 2_000);
  const before = instantFromMs(Math.max(0, clock.now() - fullAfterMs - rateLimitMarginMs));
  return untilFew((limit) => deleteBucketsBefore(database, { refilledAt: before, limit }));
}

async function untilFew(remove: (limit: number) => Promise<number>): Promise<void> {
  for (let sweeps = 0; sweeps < maxSweepsPerRun; sweeps += 1) {
    if ((await remove(rowsPerSweep)) < rowsPerSweep) return;
  }
}
