import { Text } from "@mantine/core";
import { shortId } from "../../kit/short-id.ts";
import { When } from "../../kit/when.tsx";
import { eventWords } from "./event-words.ts";
import type { Decision } from "./review.ts";

/** One step of a review: what, who, why and when. */
export function DecisionLine({ decision }: { readonly decision: Decision }) {
  const { event, at, reason, reason_code } = decision;
  return (
    <Text component="span" size="sm">
      {eventWords(event)} by {actorWords(decision)}, <When at={at} />
      {reason_code === null ? null : <> ({reason_code.replaceAll("_", " ")})</>}
      {reason === null ? null : <>: “{reason}”</>}
    </Text>
  );
}

function actorWords({ actor_type, actor, provider }: Decision): string {
  switch (actor_type) {
    case "person":
    case "application":
      return `${actor_type} ${shortId(actor)}`;
    case "operator":
      return actor;
    default:
      return provider === null ? "the service" : `the provider ${provider}`;
  }
}
