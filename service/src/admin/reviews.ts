import {
  acceptDocument,
  approveReview as approve,
  clearHit,
  findReviewKey,
  isDocumentKind,
  isRejectionCode,
  isRequirementSet,
  openStages,
  placeInQueue,
  type QueuedReview,
  type RequestedDocuments,
  type RequiredDocument,
  type ReviewDeps,
  type ReviewQueueSlice,
  listReviews as readQueue,
  showReview as readReview,
  rejectReview as reject,
  rejectDocument,
  rejectionCodes,
  requestDocuments,
  requirementSets,
  statusOfStage,
  type Verification,
} from "../accounts/index.ts";
import type { Transaction } from "../db/database.ts";
import { createEventLog } from "../events/index.ts";
import { createJobQueue } from "../jobs/index.ts";
import type { Cause } from "../kernel/cause.ts";
import { type Network, networks } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { custodialAddressesHook } from "./custodial-addresses.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { type ReviewView, viewReview } from "./review-view.ts";

/** A review in a list, as plain values. */
export interface QueuedReviewView extends DecidedReviewView {
  readonly tenantId: string;
  readonly network: Network;
  readonly tenantName: string;
  readonly name: string;
  readonly flags: number;
  readonly hits: number;
  readonly stageSince: string;
  /** Undefined if no action is needed. */
  readonly waitingSince: string | undefined;
}

/** Result of a decision on a review. */
export interface DecidedReviewView {
  readonly accountId: string;
  readonly status: string;
  readonly stage: string;
  readonly hasOpenHit: boolean;
  readonly revision: number;
}

/** Common to all decisions: the account, and the revision of its review. */
export interface ReviewChoice {
  readonly accountId: string;
  readonly revision: number;
}

/** Reviews that need a decision, or all in a given state; oldest first. */
export async function listReviews(
  admin: AdminContext,
  { network, stage }: { readonly network?: string; readonly stage?: string } = {},
): Promise<ItemList<QueuedReviewView>> {
  const filter: Pick<ReviewQueueSlice, "network" | "stage"> = {
    ...(network === undefined ? {} : { network: readOneOf("network", networks, network) }),
    ...(stage === undefined ? {} : { stage: readOneOf("stage", openStages, stage) }),
  };
  const { items, isComplete } = await collectPages<QueuedReview>((last) =>
    readQueue(
      admin.database,
      last === undefined ? filter : { ...filter, after: placeInQueue(last, filter.stage) },
    ),
  );
  return { items: items.map(viewQueued), isComplete };
}

/** Everything needed for a decision; personal data is masked. */
export async function showReview(admin: AdminContext, accountId: string): Promise<ReviewView> {
  const key = await findReviewKey(admin.database, accountId);
  return viewReview(await readReview({ keyRing: await admin.loadKeyRing() }, admin.database, key));
}

export function approveReview(
  admin: AdminContext,
  { reason, ...choice }: ReviewChoice & { readonly reason: string | undefined },
): Promise<DecidedReviewView> {
  return decide(admin, choice, (deps, tx, on) => approve(deps, tx, { ...on, reason }));
}

export function rejectReview(
  admin: AdminContext,
  { reason, code, ...choice }: ReviewChoice & { readonly reason: string; readonly code: string },
): Promise<DecidedReviewView> {
  return decide(admin, choice, (deps, tx, on) => {
    if (!isRejectionCode(code)) throw mustBeOneOf("code", rejectionCodes);
    return reject(deps, tx, { ...on, reason, code });
  });
}

/** A document set, or documents as `kind` or `kind:person_label`. */
export function requestReviewDocuments(
  admin: AdminContext,
  input: ReviewChoice & {
    readonly set: string | undefined;
    readonly documents: readonly string[];
    readonly reason: string | undefined;
  },
): Promise<DecidedReviewView> {
  const { set, documents, reason, ...choice } = input;
  return decide(admin, choice, (deps, tx, on) =>
    requestDocuments(deps, tx, { ...on, reason, requested: readRequested(set, documents) }),
  );
}

export function acceptReviewDocument(
  admin: AdminContext,
  { documentId, ...choice }: ReviewChoice & { readonly documentId: string },
): Promise<DecidedReviewView> {
  return decide(admin, choice, (deps, tx, on) => acceptDocument(deps, tx, { ...on, documentId }));
}

export function rejectReviewDocument(
  admin: AdminContext,
  choice: ReviewChoice & { readonly documentId: string; readonly reason: string },
): Promise<DecidedReviewView> {
  const { documentId, reason, ...on } = choice;
  return decide(admin, on, (deps, tx, key) => rejectDocument(deps, tx, { ...key, documentId, reason }));
}

/** For a hit on a complete account. */
export function clearReviewHit(
  admin: AdminContext,
  { reason, ...choice }: ReviewChoice & { readonly reason: string },
): Promise<DecidedReviewView> {
  return decide(admin, choice, (deps, tx, on) => clearHit(deps, tx, { ...on, reason }));
}

type On = Pick<Verification, "tenantId" | "accountId" | "revision"> & { readonly cause: Cause };

async function decide(
  admin: AdminContext,
  { accountId, revision }: ReviewChoice,
  work: (deps: ReviewDeps, tx: Transaction, on: On) => Promise<Verification>,
): Promise<DecidedReviewView> {
  const deps = await reviewDeps(admin);
  const after = await admin.database.transaction(async (tx) =>
    work(deps, tx, { ...(await findReviewKey(tx, accountId)), revision, cause: admin.cause }),
  );
  return viewDecided(after);
}

/** No wake-up: workers poll twice a second, which is soon enough for a reviewer. */
async function reviewDeps(admin: AdminContext): Promise<ReviewDeps> {
  const { clock, newId } = admin;
  const wakeUp = { nudge: () => {} };
  return {
    clock,
    newId,
    keyRing: await admin.loadKeyRing(),
    jobQueue: createJobQueue({ clock, newId, wakeUp }),
    eventLog: createEventLog({ clock, newId, wakeUp }),
    onCompleted: [await custodialAddressesHook(admin)],
  };
}

function readRequested(set: string | undefined, documents: readonly string[]): RequestedDocuments {
  if (set === undefined) return { documents: documents.map(readRequired) };
  if (!isRequirementSet(set)) throw mustBeOneOf("set", requirementSets);
  return { set };
}

function readRequired(text: string): RequiredDocument {
  const [documentKind = "", personLabel] = text.split(":", 2);
  if (!isDocumentKind(documentKind)) {
    throw refuseAt("documents", `holds ${JSON.stringify(documentKind)}, which is no kind of document`);
  }
  return { documentKind, personLabel: personLabel === "" ? undefined : personLabel };
}

function readOneOf<Value extends string>(name: string, values: readonly Value[], text: string): Value {
  const value = values.find((known) => known === text);
  if (value === undefined) throw mustBeOneOf(name, values);
  return value;
}

function mustBeOneOf(name: string, values: readonly string[]): RefusalError {
  return refuseAt(name, `must be one of ${values.join(", ")}`);
}

function refuseAt(name: string, detail: string): RefusalError {
  const errors = [{ pointer: `/${name}`, detail }];
  return new RefusalError(refuse("validation_failed", `${name} ${detail}`, { errors }));
}

function viewDecided({ accountId, state, revision }: Verification): DecidedReviewView {
  const { stage, hasOpenHit } = state;
  return { accountId, status: statusOfStage(stage), stage, hasOpenHit, revision };
}

function viewQueued(queued: QueuedReview): QueuedReviewView {
  const { verification, accountName, flagCount, hitCount } = queued;
  const { stageSince, waitingSince } = verification;
  return {
    ...viewDecided(verification),
    tenantId: verification.tenantId,
    tenantName: queued.tenantName,
    network: verification.network,
    name: accountName,
    flags: flagCount,
    hits: hitCount,
    stageSince: formatInstant(stageSince),
    waitingSince: waitingSince === undefined ? undefined : formatInstant(waitingSince),
  };
}
