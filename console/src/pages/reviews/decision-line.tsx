import { shortId } from "../../kit/short-id.ts";
import { When } from "../../kit/when.tsx";
import { eventWords } from "./event-words.ts";
import type { Decision } from "./review.ts";

/** A step of a review: event, actor, time and reason. */
export function DecisionLine({ decision }: { readonly decision: Decision }) {
  return (
    <>
      {eventWords(decision.event)}: <DecisionCircumstances decision={decision} />
    </>
  );
}

/** Actor, time and reason of a step. */
export function DecisionCircumstances({ decision }: { readonly decision: Decision }) {
  const { at, reason, reason_code } = decision;
  return (
    <>
      {actorWords(decision)}, <When at={at} />
      {reason_code === null ? null : <>, {reason_code.replaceAll("_", " ")}</>}
      {reason === null ? null : <>: “{reason}”</>}
    </>
  );
}

function actorWords({ actor_type, actor, actor_name, provider }: Decision): string {
  if (actor_name !== null) return actor_name;
  if (actor_type === "user" || actor_type === "application") return `${actor_type} ${shortId(actor)}`;
  if (actor_type === "operator") return actor;
  return provider === null ? "the system" : `provider ${provider}`;
}
