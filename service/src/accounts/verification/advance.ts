import type { Transaction } from "../../db/database.ts";
import type { EventLog, NewEvent } from "../../events/index.ts";
import type { JobQueue } from "../../jobs/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { AccountId, Network, NewId, TenantId } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { lockAccount, updatePendingAccount } from "../store.ts";
import { enqueueVerify } from "./enqueue-verify.ts";
import { completedEvent, documentsRequiredEvent, rejectedEvent } from "./events.ts";
import { type Effect, next, type Transition, type VerificationEvent } from "./machine.ts";
import { recordDecision } from "./record-decision.ts";
import { type RequiredBy, requireDocuments } from "./require-documents.ts";
import { withdrawRequirements } from "./requirement-store.ts";
import { selectVerificationForUpdate, updateVerification } from "./store.ts";
import {
  needsManualReview,
  type RejectionCode,
  statusOf,
  type Verification,
  type VerificationKey,
} from "./verification.ts";

export interface AdvanceDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly jobQueue: Pick<JobQueue, "enqueue">;
  readonly eventLog: Pick<EventLog, "append">;
  /** Hooks of other modules that run in the completing transaction, such as creating custodial addresses. */
  readonly onCompleted: readonly CompletionHook[];
}

/** Must have no effect outside the transaction. Longer work is enqueued. */
export type CompletionHook = (tx: Transaction, account: CompletedAccount) => Promise<void>;

export interface CompletedAccount {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
}

export interface Advance {
  /** As read under its lock. */
  readonly verification: Verification;
  readonly event: VerificationEvent;
  readonly cause: Cause;
  readonly required?: RequiredBy;
  readonly rejectionCode?: RejectionCode;
  readonly provider?: string;
  /** The document that a reviewer rejected, if that caused the step. */
  readonly rejectedDocumentId?: string;
}

/** Locks the account first, then its review. All callers use this order to prevent deadlocks. */
export async function lockVerification(
  tx: Transaction,
  key: VerificationKey,
): Promise<Verification | undefined> {
  await lockAccount(tx, key);
  return selectVerificationForUpdate(tx, key);
}

/**
 * Applies one event: state, account status, requirements, decision, audit log entry, next job and event commit
 * together. Refuses if the machine refuses.
 */
export async function advance(deps: AdvanceDeps, tx: Transaction, step: Advance): Promise<Verification> {
  const { verification, event } = step;
  const transition = orThrow(next(verification.state, event));
  const after = changed(verification, transition, deps.clock.now());
  await updateVerification(tx, verification, after);
  await recordDecision(deps, tx, { before: verification, after, ...decisionOf(step) });
  const events: NewEvent[] = [];
  for (const effect of transition.effects) {
    const said = await apply[effect](deps, tx, after, step);
    if (said !== undefined) events.push(said);
  }
  await deps.eventLog.append(tx, { tenantId: after.tenantId, network: after.network }, events);
  return after;
}

/**
 * Increments the revision without a step, for example when a document is linked: decisions on earlier revisions are
 * refused.
 */
export async function touch(tx: Transaction, before: Verification, now: Instant): Promise<Verification> {
  const after = { ...before, revision: before.revision + 1, updatedAt: now };
  await updateVerification(tx, before, after);
  return after;
}

function changed(before: Verification, { to }: Transition, now: Instant): Verification {
  const isSameStage = before.state.stage === to.stage;
  return {
    ...before,
    state: to,
    revision: before.revision + 1,
    stageSince: isSameStage ? before.stageSince : now,
    waitingSince: needsManualReview(to) ? (before.waitingSince ?? now) : undefined,
    updatedAt: now,
  };
}

function decisionOf({ event, cause, rejectionCode, provider, rejectedDocumentId }: Advance) {
  const name = rejectedDocumentId === undefined ? event.name : "reviewer_rejected_document";
  const { reason } = event;
  return { event: name, reason, cause, rejectionCode, provider, documentId: rejectedDocumentId } as const;
}

type Apply = (
  deps: AdvanceDeps,
  tx: Transaction,
  after: Verification,
  step: Advance,
) => Promise<NewEvent | undefined>;

const apply: Readonly<Record<Effect, Apply>> = {
  ask_provider: async ({ jobQueue }, tx, after) => {
    await enqueueVerify(jobQueue, tx, after);
    return undefined;
  },
  require_documents: async (deps, tx, after, { required }) => {
    assert(required !== undefined, "a review that requires documents names them");
    const requirements = await requireDocuments(deps, tx, after, required);
    await changeAccount(tx, after);
    return documentsRequiredEvent(after, requirements);
  },
  complete: async ({ onCompleted }, tx, after) => {
    await endReview(tx, after);
    for (const hook of onCompleted) await hook(tx, after);
    return completedEvent(after);
  },
  reject: async (_deps, tx, after, { rejectionCode }) => {
    assert(rejectionCode !== undefined, "a rejection has a code");
    await endReview(tx, after);
    return rejectedEvent(after, rejectionCode);
  },
};

async function endReview(tx: Transaction, after: Verification): Promise<void> {
  await withdrawRequirements(tx, after);
  await changeAccount(tx, after);
}

async function changeAccount(tx: Transaction, after: Verification): Promise<void> {
  const { tenantId, accountId: id, state, updatedAt } = after;
  await updatePendingAccount(tx, { tenantId, id, status: statusOf(state.stage), updatedAt });
}
