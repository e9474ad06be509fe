import { type Review, statusOfStage } from "../accounts/index.ts";
import type { Network } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";

/** A complete review as plain values. */
export interface ReviewView {
  readonly accountId: string;
  readonly tenantId: string;
  readonly network: Network;
  readonly name: string;
  readonly businessName: string | undefined;
  readonly selfAttested: boolean;
  readonly status: string;
  readonly stage: string;
  readonly hasOpenHit: boolean;
  /** False until all parties are screened under their current names; required for approval. */
  readonly isScreened: boolean;
  readonly revision: number;
  readonly waitingSince: string | undefined;
  readonly created: string;
  readonly updated: string;
  /** Masked. */
  readonly profile: Review["profile"];
  readonly flags: Review["flags"];
  readonly screenings: readonly ScreeningView[];
  /** Hits since the last decision on a hit, newest first. */
  readonly undecided: readonly ScreeningView[];
  readonly requirements: readonly RequirementView[];
  readonly documents: readonly DocumentView[];
  readonly decisions: readonly DecisionView[];
  /** Decisions that a reviewer can make now. */
  readonly possible: Review["possible"];
}

export interface ScreeningView {
  readonly subject: string;
  readonly outcome: string;
  readonly list: string;
  readonly listVersion: string;
  readonly listSha256: string;
  readonly threshold: number;
  readonly screened: string;
  readonly furtherHits: number;
  readonly unreadableNames: number;
  readonly hits: Review["screenings"][number]["hits"];
}

export interface RequirementView {
  readonly documentKind: string;
  readonly personLabel: string | undefined;
  readonly status: string;
  readonly docSubmissionId: string | undefined;
  readonly requested: string;
}

export interface DocumentView {
  readonly docSubmissionId: string;
  readonly documentKind: string;
  readonly personLabel: string | undefined;
  readonly wasRequested: boolean;
  readonly linked: string;
  readonly contentType: string | undefined;
  readonly sizeBytes: number | undefined;
}

export interface DecisionView {
  /** The revision of the review that it created. */
  readonly revision: number;
  readonly at: string;
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly actorType: string;
  readonly actor: string;
  readonly reason: string | undefined;
  readonly reasonCode: string | undefined;
  readonly provider: string | undefined;
  readonly listVersion: string | undefined;
}

export function viewReview(review: Review): ReviewView {
  const { account, verification, profile, flags } = review;
  const { state, revision, waitingSince } = verification;
  return {
    accountId: account.id,
    tenantId: account.tenantId,
    network: verification.network,
    name: account.name,
    businessName: account.businessName,
    selfAttested: account.selfAttested,
    status: statusOfStage(state.stage),
    stage: state.stage,
    hasOpenHit: state.hasOpenHit,
    isScreened: verification.isScreened,
    revision,
    waitingSince: waitingSince === undefined ? undefined : formatInstant(waitingSince),
    created: formatInstant(verification.createdAt),
    updated: formatInstant(verification.updatedAt),
    profile,
    flags,
    screenings: review.screenings.map(viewScreening),
    undecided: review.undecided.map(viewScreening),
    requirements: review.requirements.map(viewRequirement),
    documents: review.documents.map(viewDocument),
    decisions: review.decisions.map(viewDecision),
    possible: review.possible,
  };
}

function viewScreening(screening: Review["screenings"][number]): ScreeningView {
  const { subjectLabel, outcome, listName, listVersion, listSha256, threshold } = screening;
  const { furtherHits, unreadableNames, hits, screenedAt } = screening;
  const list = { list: listName, listVersion, listSha256, threshold };
  const screened = formatInstant(screenedAt);
  return { subject: subjectLabel, outcome, ...list, screened, furtherHits, unreadableNames, hits };
}

function viewRequirement(requirement: Review["requirements"][number]): RequirementView {
  const { documentKind, personLabel, status, docSubmissionId, requestedAt } = requirement;
  return { documentKind, personLabel, status, docSubmissionId, requested: formatInstant(requestedAt) };
}

function viewDocument(document: Review["documents"][number]): DocumentView {
  const { id, documentKind, personLabel, requirementId, linkedAt, contentType, size } = document;
  const what = { docSubmissionId: id, documentKind, personLabel, contentType, sizeBytes: size };
  return { ...what, wasRequested: requirementId !== undefined, linked: formatInstant(linkedAt) };
}

function viewDecision(decision: Review["decisions"][number]): DecisionView {
  const { revision, at, event, fromStage, toStage, actorType, actorId, reason, reasonCode, provider } =
    decision;
  const who = { actorType, actor: actorId };
  const why = { reason, reasonCode, provider, listVersion: decision.listVersion };
  return { revision, at: formatInstant(at), event, from: fromStage, to: toStage, ...who, ...why };
}
