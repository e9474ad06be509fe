import { auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { JobQueue } from "../../jobs/index.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { AccountId, Network, NewId, TenantId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { enqueueVerify } from "./enqueue-verify.ts";
import { insertLinkedDocuments } from "./requirement-store.ts";
import type { LinkedDocument } from "./requirements.ts";
import { insertVerification } from "./store.ts";
import type { Verification } from "./verification.ts";

export interface BeginVerificationDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly jobQueue: Pick<JobQueue, "enqueue">;
}

/** The parts of a managed account that its verification needs. */
export interface AccountUnderReview {
  readonly tenantId: TenantId;
  readonly id: AccountId;
  readonly network: Network;
}

export interface BeginVerification {
  readonly account: AccountUnderReview;
  readonly cause: Cause;
  readonly linkedDocuments: readonly LinkedDocument[];
}

/** Runs in the transaction that creates the account, so that every account has a review. */
export async function beginVerification(
  deps: BeginVerificationDeps,
  tx: Transaction,
  { account, cause, linkedDocuments }: BeginVerification,
): Promise<void> {
  const now = deps.clock.now();
  const verification: Verification = {
    tenantId: account.tenantId,
    accountId: account.id,
    network: account.network,
    state: { stage: "screening", hasOpenHit: false },
    revision: 1,
    stageSince: now,
    waitingSince: undefined,
    isScreened: false,
    createdAt: now,
    updatedAt: now,
  };
  await insertVerification(tx, verification);
  await insertLinkedDocuments(tx, verification, linkedDocuments, now);
  await enqueueVerify(deps.jobQueue, tx, verification);
  await auditChange(deps, tx, {
    cause,
    action: "verification.begin",
    of: { ...account, accountId: account.id },
    after: { stage: verification.state.stage, linked_documents: linkedDocuments.length },
  });
}
