import { type ApprovalDeps, sweepApprovals } from "../approvals/index.ts";
import { rotateSigningKeyIfDue, type SigningKeyDeps, sweepAuth } from "../auth/index.ts";
import type { Database } from "../db/database.ts";
import { deleteRecordsBefore } from "../http/store.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../jobs/index.ts";
import { systemCause } from "../kernel/cause.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { sweepUsers } from "../users/index.ts";

export interface MaintenanceDeps extends SigningKeyDeps, ApprovalDeps {
  readonly database: Database;
  readonly idempotencyRetentionMs: number;
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
      schedule("auth.sweep", sweepEveryMs),
      schedule("users.sweep", sweepEveryMs),
      schedule("approvals.sweep", approvalSweepEveryMs),
      schedule("auth.rotate-signing-key", rotationCheckEveryMs),
    ],
  };
}

async function forgetIdempotencyRecords(deps: MaintenanceDeps): Promise<void> {
  const before = instantFromMs(Math.max(0, deps.clock.now() - deps.idempotencyRetentionMs));
  for (let sweeps = 0; sweeps < maxSweepsPerRun; sweeps += 1) {
    if ((await deleteRecordsBefore(deps.database, before, rowsPerSweep)) < rowsPerSweep) return;
  }
}
