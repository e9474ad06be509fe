import Type from "typebox";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { MaskedProfileSchema, withPercentages } from "../profile/profile-response.ts";
import { reviewerDecisions } from "./possible-decisions.ts";
import { requirementSets } from "./requirements.ts";
import { reviewHead } from "./review-response.ts";
import { ScreeningSchema, withExplanations } from "./screening-response.ts";
import type { Review } from "./show-review.ts";
import { rejectionCodes, statusOf } from "./verification.ts";

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
  readonly users: ReadonlyMap<string, { readonly name: string }>;
}

export function presentReview(review: Review, names: ReviewNames) {
  const { account, verification, decisions, documents } = review;
  return present(ReviewSchema, {
    ...review,
    ...account,
    ...verification,
    ...verification.state,
    accountId: account.id,
    tenantName: names.tenant,
    status: statusOf(verification.state.stage),
    created: verification.createdAt,
    updated: verification.updatedAt,
    profile: withPercentages(review.profile),
    screenings: toDecideOn(review).map(withExplanations),
    requirements: review.requirements.map((each) => ({ ...each, requested: each.requestedAt })),
    documents: documents.map((document) => ({
      ...document,
      docSubmissionId: document.id,
      wasRequested: document.requirementId !== undefined,
      linked: document.linkedAt,
      sizeBytes: document.size,
    })),
    decisions: decisions.map((decision) => ({
      ...decision,
      from: decision.fromStage,
      to: decision.toStage,
      actor: decision.actorId,
      actorName: names.users.get(decision.actorId)?.name,
    })),
    rejectionCodes,
    requirementSets,
  });
}

/** The latest round, and earlier screenings with undecided hits. Screenings of one round have the same time. */
function toDecideOn({ screenings, undecided }: Review): Review["screenings"] {
  const last = screenings[0]?.screenedAt;
  const latest = screenings.filter(({ screenedAt }) => screenedAt === last);
  return [...latest, ...undecided.filter(({ screenedAt }) => screenedAt !== last)];
}
