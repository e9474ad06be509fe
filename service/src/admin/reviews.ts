import {
  acceptDocument,
  approveReview as approve,
  clearHit,
  findReviewKey,
  findTenantNames,
  isDocumentKind,
  openStages,
  type QueuedReview,
  type RequestedDocuments,
  type RequiredDocument,
  type Review,
  type ReviewDeps,
  type ReviewNames,
  showReview as readReview,
  rejectReview as reject,
  rejectDocument,
  rejectionCodes,
  requestDocuments,
  requirementSets,
  reviewQueue,
  reviewsAtStage,
  type Verification,
} from "../accounts/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { networks, parseId } from "../kernel/id.ts";
import { orNotFound } from "../kernel/refusal.ts";
import { findUserNames } from "../users/index.ts";
import { queuesOf } from "./admin-deps.ts";
import { custodialAddressesHook } from "./custodial-addresses.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readOneOf, refuseAt } from "./read-input.ts";

/** Common to all decisions: the account, and the revision of its review. */
export interface ReviewChoice {
  readonly accountId: string;
  readonly revision: number;
}

/** Reviews that need a decision, or all in a given state; oldest first. */
export function listReviews(
  { database }: AdminContext,
  filter: { readonly network?: string; readonly stage?: string } = {},
): Promise<ItemList<QueuedReview>> {
  const network = filter.network === undefined ? undefined : readOneOf("network", networks, filter.network);
  const stage = filter.stage === undefined ? undefined : readOneOf("stage", openStages, filter.stage);
  return collectStream(
    stage === undefined
      ? reviewQueue.stream(database, { network })
      : reviewsAtStage.stream(database, { network, stage }),
  );
}

/** Everything needed for a decision, with the names that it refers to; personal data is masked. */
export async function showReview(
  { database, loadKeyRing }: AdminContext,
  accountId: string,
): Promise<{ readonly review: Review; readonly names: ReviewNames }> {
  const key = await findReviewKey(database, accountId);
  const review = await readReview({ keyRing: await loadKeyRing() }, database, key);
  const [tenant] = await findTenantNames(database, [key.tenantId]);
  const userIds = review.decisions.flatMap(({ actorType, actorId }) =>
    actorType === "user" ? (parseId<"user">(actorId) ?? []) : [],
  );
  const users = await findUserNames(database, [...new Set(userIds)]);
  return { review, names: { tenant: orNotFound(tenant, "the review has no managing account").name, users } };
}

export function approveReview(
  admin: AdminContext,
  { reason, ...choice }: ReviewChoice & { readonly reason: string | undefined },
): Promise<Verification> {
  return decide(admin, choice, (deps, tx, on) => approve(deps, tx, { ...on, reason }));
}

export function rejectReview(
  admin: AdminContext,
  { reason, code, ...choice }: ReviewChoice & { readonly reason: string; readonly code: string },
): Promise<Verification> {
  return decide(admin, choice, async (deps, tx, on) =>
    reject(deps, tx, { ...on, reason, code: readOneOf("code", rejectionCodes, code) }),
  );
}

/** A document set, or documents as `kind` or `kind:person_label`. */
export function requestReviewDocuments(
  admin: AdminContext,
  input: ReviewChoice & {
    readonly set: string | undefined;
    readonly documents: readonly string[];
    readonly reason: string | undefined;
  },
): Promise<Verification> {
  const { set, documents, reason, ...choice } = input;
  return decide(admin, choice, (deps, tx, on) =>
    requestDocuments(deps, tx, { ...on, reason, requested: readRequested(set, documents) }),
  );
}

export function acceptReviewDocument(
  admin: AdminContext,
  { documentId, ...choice }: ReviewChoice & { readonly documentId: string },
): Promise<Verification> {
  return decide(admin, choice, (deps, tx, on) => acceptDocument(deps, tx, { ...on, documentId }));
}

export function rejectReviewDocument(
  admin: AdminContext,
  choice: ReviewChoice & { readonly documentId: string; readonly reason: string },
): Promise<Verification> {
  const { documentId, reason, ...on } = choice;
  return decide(admin, on, (deps, tx, key) => rejectDocument(deps, tx, { ...key, documentId, reason }));
}

/** For a hit on a complete account. */
export function clearReviewHit(
  admin: AdminContext,
  { reason, ...choice }: ReviewChoice & { readonly reason: string },
): Promise<Verification> {
  return decide(admin, choice, (deps, tx, on) => clearHit(deps, tx, { ...on, reason }));
}

type On = Pick<Verification, "tenantId" | "accountId" | "revision"> & { readonly cause: Cause };

async function decide(
  admin: AdminContext,
  { accountId, revision }: ReviewChoice,
  work: (deps: ReviewDeps, tx: Transaction, on: On) => Promise<Verification>,
): Promise<Verification> {
  const deps = await reviewDeps(admin);
  return admin.database.transaction(async (tx) =>
    work(deps, tx, { ...(await findReviewKey(tx, accountId)), revision, cause: admin.cause }),
  );
}

async function reviewDeps(admin: AdminContext): Promise<ReviewDeps> {
  return {
    ...queuesOf(admin),
    keyRing: await admin.loadKeyRing(),
    onCompleted: [await custodialAddressesHook(admin)],
  };
}

function readRequested(set: string | undefined, documents: readonly string[]): RequestedDocuments {
  if (set === undefined) return { documents: documents.map(readRequired) };
  return { set: readOneOf("set", requirementSets, set) };
}

function readRequired(text: string): RequiredDocument {
  const [documentKind = "", personLabel] = text.split(":", 2);
  if (!isDocumentKind(documentKind)) {
    return refuseAt("documents", `holds ${JSON.stringify(documentKind)}, which is no kind of document`);
  }
  return { documentKind, personLabel: personLabel === "" ? undefined : personLabel };
}
