import Type, { type Static } from "typebox";
import { rejectionCodes, requirementSets, reviewerDecisions } from "../../accounts/index.ts";
import type { ReviewView } from "../../admin/index.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { MaskedProfileSchema, presentProfile } from "../profile-response.ts";
import { presentScreening, ScreeningSchema, toDecideOn } from "./screening-response.ts";

const FlagSchema = Type.Object(
  {
    code: Type.String(),
    pointer: Type.String({ description: "JSON pointer into the request that created the account." }),
    detail: Type.String(),
  },
  { description: "A value in the profile that is well-formed but implausible." },
);

const RequirementSchema = Type.Object({
  document_kind: Type.String(),
  person_label: nullableString(),
  status: Type.String(),
  doc_submission_id: nullableString({ description: "The submitted document." }),
  requested: DateTimeSchema,
});

const DocumentSchema = Type.Object({
  doc_submission_id: IdSchema,
  document_kind: Type.String(),
  person_label: nullableString(),
  was_requested: Type.Boolean(),
  linked: DateTimeSchema,
  content_type: nullableString(),
  size_bytes: Type.Unsafe<number | null>({ type: ["integer", "null"] }),
});

const DecisionSchema = Type.Object({
  revision: Type.Integer({ description: "Revision of the review that it created." }),
  at: DateTimeSchema,
  event: Type.String(),
  from: Type.String(),
  to: Type.String(),
  actor_type: Type.String(),
  actor: Type.String({ description: "Id or name." }),
  actor_name: nullableString({ description: "Name of the user, if the actor is one." }),
  reason: nullableString(),
  reason_code: nullableString(),
  provider: nullableString(),
  list_version: nullableString(),
});

/** Common fields of a queue row and a complete review. */
export const reviewHead = {
  account_id: IdSchema,
  tenant_id: IdSchema,
  tenant_name: Type.String({ description: "Name of the managing account." }),
  network: Type.Enum([...networks]),
  name: Type.String(),
  status: Type.String({ description: "Status in the API: pending, complete or rejected." }),
  stage: Type.String(),
  has_open_hit: Type.Boolean(),
  revision: Type.Integer({ description: "Revision that a decision must name." }),
  waiting_since: nullableString({ format: "date-time", description: "Null if no decision is needed." }),
};

export const ReviewSchema = named(
  "ConsoleReview",
  Type.Object(
    {
      ...reviewHead,
      business_name: nullableString(),
      self_attested: Type.Boolean(),
      is_screened: Type.Boolean({
        description: "False until all parties are screened under their current names.",
      }),
      created: DateTimeSchema,
      updated: DateTimeSchema,
      profile: MaskedProfileSchema,
      flags: Type.Array(FlagSchema),
      screenings: Type.Array(ScreeningSchema, {
        description: "The latest round, and earlier screenings with undecided hits.",
      }),
      requirements: Type.Array(RequirementSchema),
      documents: Type.Array(DocumentSchema),
      decisions: Type.Array(DecisionSchema, { description: "Newest first." }),
      possible: Type.Array(Type.Enum([...reviewerDecisions]), {
        description: "Currently possible decisions.",
      }),
      rejection_codes: Type.Array(Type.Enum([...rejectionCodes])),
      requirement_sets: Type.Array(Type.Enum([...requirementSets])),
    },
    { description: "A review with all details; personal data is masked." },
  ),
);

/** Names that a review refers to by id. */
export interface ReviewNames {
  readonly tenant: string;
  /** Users by id. */
  readonly users: ReadonlyMap<string, string>;
}

export function presentReview(review: ReviewView, names: ReviewNames): Static<typeof ReviewSchema> {
  return {
    account_id: review.accountId,
    tenant_id: review.tenantId,
    tenant_name: names.tenant,
    network: review.network,
    name: review.name,
    status: review.status,
    stage: review.stage,
    has_open_hit: review.hasOpenHit,
    revision: review.revision,
    waiting_since: review.waitingSince ?? null,
    business_name: review.businessName ?? null,
    self_attested: review.selfAttested,
    is_screened: review.isScreened,
    created: review.created,
    updated: review.updated,
    profile: presentProfile(review.profile),
    flags: [...review.flags],
    screenings: toDecideOn(review).map(presentScreening),
    requirements: review.requirements.map(presentRequirement),
    documents: review.documents.map(presentDocument),
    decisions: review.decisions.map((decision) => presentDecision(decision, names)),
    possible: [...review.possible],
    rejection_codes: [...rejectionCodes],
    requirement_sets: [...requirementSets],
  };
}

function presentRequirement(requirement: ReviewView["requirements"][number]) {
  return {
    document_kind: requirement.documentKind,
    person_label: requirement.personLabel ?? null,
    status: requirement.status,
    doc_submission_id: requirement.docSubmissionId ?? null,
    requested: requirement.requested,
  };
}

function presentDocument(document: ReviewView["documents"][number]) {
  return {
    doc_submission_id: document.docSubmissionId,
    document_kind: document.documentKind,
    person_label: document.personLabel ?? null,
    was_requested: document.wasRequested,
    linked: document.linked,
    content_type: document.contentType ?? null,
    size_bytes: document.sizeBytes ?? null,
  };
}

function presentDecision(
  decision: ReviewView["decisions"][number],
  { users }: ReviewNames,
): Static<typeof DecisionSchema> {
  const { revision, at, event, from, to, actor } = decision;
  return {
    revision,
    at,
    event,
    from,
    to,
    actor,
    actor_type: decision.actorType,
    actor_name: users.get(actor) ?? null,
    reason: decision.reason ?? null,
    reason_code: decision.reasonCode ?? null,
    provider: decision.provider ?? null,
    list_version: decision.listVersion ?? null,
  };
}
