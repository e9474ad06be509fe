import { type Review, statusOfStage } from "../accounts/index.ts";
import { formatInstant } from "../kernel/instant.ts";

export type ReviewView = ReturnType<typeof viewReview>;

/** Everything needed for a decision; personal data is masked. */
export function viewReview(review: Review) {
  const { account, verification, profile, flags, possible } = review;
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
    /** False until all parties are screened under their current names; required for approval. */
    isScreened: verification.isScreened,
    revision,
    waitingSince: waitingSince === undefined ? undefined : formatInstant(waitingSince),
    created: formatInstant(verification.createdAt),
    updated: formatInstant(verification.updatedAt),
    profile,
    flags,
    screenings: review.screenings.map(viewScreening),
    /** The latest round, and earlier screenings with hits that are not decided yet. */
    toDecideOn: toDecideOn(review).map(viewScreening),
    requirements: review.requirements.map(viewRequirement),
    documents: review.documents.map(viewDocument),
    decisions: review.decisions.map(viewDecision),
    /** Decisions that a reviewer can make now. */
    possible,
  };
}

/** Screenings of one round have the same time. */
function toDecideOn({ screenings, undecided }: Review): Review["screenings"] {
  const last = screenings[0]?.screenedAt;
  const latest = screenings.filter(({ screenedAt }) => screenedAt === last);
  return [...latest, ...undecided.filter(({ screenedAt }) => screenedAt !== last)];
}

function viewScreening(screening: Review["screenings"][number]) {
  const { subjectLabel, outcome, listName, listVersion, listSha256, algorithm, threshold } = screening;
  const { furtherHits, unreadableNames, hits, screenedAt } = screening;
  const list = { list: listName, listVersion, listSha256, algorithm, threshold };
  const screened = formatInstant(screenedAt);
  return { subject: subjectLabel, outcome, ...list, screened, furtherHits, unreadableNames, hits };
}

function viewRequirement(requirement: Review["requirements"][number]) {
  const { documentKind, personLabel, status, docSubmissionId, requestedAt } = requirement;
  return { documentKind, personLabel, status, docSubmissionId, requested: formatInstant(requestedAt) };
}

function viewDocument(document: Review["documents"][number]) {
  const { id, documentKind, personLabel, requirementId, linkedAt, contentType, size } = document;
  const what = { docSubmissionId: id, documentKind, personLabel, contentType, sizeBytes: size };
  return { ...what, wasRequested: requirementId !== undefined, linked: formatInstant(linkedAt) };
}

function viewDecision(decision: Review["decisions"][number]) {
  const { revision, at, event, fromStage, toStage, actorType, actorId, reason, reasonCode, provider } =
    decision;
  const who = { actorType, actor: actorId };
  const why = { reason, reasonCode, provider, listVersion: decision.listVersion };
  return { revision, at: formatInstant(at), event, from: fromStage, to: toStage, ...who, ...why };
}
