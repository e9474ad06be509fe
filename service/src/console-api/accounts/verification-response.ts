import Type, { type Static } from "typebox";
import type { Review } from "../../accounts/index.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { Audience } from "./audience.ts";

const forOperators = "Operators only.";

export const VerificationSchema = named(
  "ConsoleAccountVerification",
  Type.Object({
    stage: nullableString({ description: forOperators }),
    requirements: Type.Array(
      Type.Object({
        document_kind: Type.String(),
        display_name: Type.String(),
        person_label: nullableString(),
        status: Type.String(),
        requested: DateTimeSchema,
      }),
    ),
    screenings: Type.Array(
      Type.Object({
        subject: Type.String(),
        outcome: Type.Enum(["clear", "hit"]),
        list: Type.String(),
        list_version: Type.String(),
        screened: DateTimeSchema,
      }),
      {
        description: `The latest screening round: parties, list versions and results. ${forOperators}`,
      },
    ),
    steps: Type.Array(
      Type.Object({
        at: DateTimeSchema,
        event: nullableString({ description: forOperators }),
        to: Type.String(),
        reason_code: nullableString(),
      }),
      { description: "State history, newest first. Reviewer notes are not included." },
    ),
  }),
);

type Verification = Static<typeof VerificationSchema>;

export function presentVerification(review: Review, audience: Audience): Verification {
  const requirements = review.requirements.flatMap(presentRequirement);
  if (audience === "members") {
    return { stage: null, requirements, screenings: [], steps: presentReportedSteps(review) };
  }
  const { verification, screenings, decisions } = review;
  return {
    stage: verification.state.stage,
    requirements,
    screenings: presentLastRound(screenings),
    steps: decisions.map((decision) => ({ ...presentStep(decision), event: decision.event })),
  };
}

/** Documents that are missing when a review ends are no longer required. */
function presentRequirement(requirement: Review["requirements"][number]): Verification["requirements"] {
  const { documentKind, displayName, personLabel, status, requestedAt } = requirement;
  if (status === "withdrawn") return [];
  return [
    {
      document_kind: documentKind,
      display_name: displayName,
      person_label: personLabel ?? null,
      status,
      requested: formatInstant(requestedAt),
    },
  ];
}

const reportedStages: readonly string[] = ["documents_required", "complete", "rejected"];

/** The final state of the review, derived from its events. */
function presentReportedSteps({ decisions }: Pick<Review, "decisions">): Verification["steps"] {
  return decisions
    .filter(({ fromStage, toStage }) => fromStage !== toStage && reportedStages.includes(toStage))
    .map(presentStep);
}

function presentStep({ at, toStage, reasonCode }: Review["decisions"][number]) {
  return { at: formatInstant(at), event: null, to: toStage, reason_code: reasonCode ?? null };
}

function presentLastRound(screenings: Review["screenings"]): Verification["screenings"] {
  const [last] = screenings;
  return screenings
    .filter(({ screenedAt }) => screenedAt === last?.screenedAt)
    .map(({ subjectLabel, outcome, listName, listVersion, screenedAt }) => ({
      subject: subjectLabel,
      outcome,
      list: listName,
      list_version: listVersion,
      screened: formatInstant(screenedAt),
    }));
}
