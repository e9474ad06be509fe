import Type from "typebox";
import { type Review, withExplanations } from "../../accounts/index.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
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

/** Documents that are missing when a review ends are no longer required. */
export function viewVerification(review: Review, audience: Audience) {
  const { verification, screenings, decisions } = review;
  const requirements = review.requirements
    .filter(({ status }) => status !== "withdrawn")
    .map((requirement) => ({ ...requirement, requested: requirement.requestedAt }));
  if (audience === "members")
    return { stage: undefined, requirements, screenings: [], steps: reportedSteps(review) };
  return {
    stage: verification.state.stage,
    requirements,
    screenings: lastRound(screenings),
    steps: decisions.map((decision) => ({ ...stepOf(decision), event: decision.event })),
  };
}

const reportedStages: readonly string[] = ["documents_required", "complete", "rejected"];

/** The final state of the review, derived from its events. */
function reportedSteps({ decisions }: Pick<Review, "decisions">) {
  return decisions
    .filter(({ fromStage, toStage }) => fromStage !== toStage && reportedStages.includes(toStage))
    .map(stepOf);
}

function stepOf({ at, toStage: to, reasonCode }: Review["decisions"][number]) {
  return { at, event: undefined, to, reasonCode };
}

function lastRound(screenings: Review["screenings"]) {
  const [last] = screenings;
  return screenings.filter(({ screenedAt }) => screenedAt === last?.screenedAt).map(withExplanations);
}
