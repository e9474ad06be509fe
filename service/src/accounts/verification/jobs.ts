import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../../jobs/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { type AccountId, parseId } from "../../kernel/id.ts";
import { verifyKind } from "./enqueue-verify.ts";
import { type RescreenDeps, rescreenAccounts, rescreenKind } from "./rescreen-accounts.ts";
import { type VerifyDeps, verifyAccount, verifyAttempts } from "./verify-account.ts";

const verifyTimeoutMs = 60_000;
const rescreenTimeoutMs = 30 * 60_000;
/** If nothing has changed, a run costs two index probes. */
const rescreenEveryMs = 60_000;

export type VerificationWork = VerifyDeps & RescreenDeps;

export function verificationJobs(deps: VerificationWork): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  return {
    jobs: [
      defineJob({
        kind: verifyKind,
        parse: parseAccountId,
        maxAttempts: verifyAttempts,
        timeoutMs: verifyTimeoutMs,
        handle: async (context) => {
          const { tenantId, payload } = context.job;
          assert(tenantId !== undefined, "an account belongs to a tenant");
          await verifyAccount(deps, { tenantId, accountId: payload }, context);
        },
      }),
      defineJob({
        kind: rescreenKind,
        parse: () => undefined,
        timeoutMs: rescreenTimeoutMs,
        handle: async ({ signal }) => {
          await rescreenAccounts(deps, signal);
        },
      }),
    ],
    schedules: [
      defineSchedule({
        name: rescreenKind,
        everyMs: rescreenEveryMs,
        job: { kind: rescreenKind, payload: {} },
      }),
    ],
  };
}

function parseAccountId(payload: Json): AccountId {
  const { account_id } = payload as { readonly account_id?: unknown };
  const id = typeof account_id === "string" ? parseId<"account">(account_id) : undefined;
  assert(id !== undefined, "the payload names an account");
  return id;
}
