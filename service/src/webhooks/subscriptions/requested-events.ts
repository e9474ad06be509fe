import { type FieldError, type Refusal, refuse } from "../../kernel/refusal.ts";
import { patternsOf } from "./subscription.ts";

/** Existing event types and wildcards, each once, in request order. */
export function readRequestedEvents(
  requested: readonly string[],
  eventTypes: readonly string[],
  pointer = "/events",
): readonly string[] | Refusal {
  const known = new Set(eventTypes.flatMap(patternsOf));
  const errors = requested.flatMap((pattern, index): readonly FieldError[] =>
    known.has(pattern)
      ? []
      : [{ pointer: `${pointer}/${index}`, detail: "is not an event type or a wildcard such as transfer.*" }],
  );
  const [first] = errors;
  if (first === undefined) return [...new Set(requested)];
  const families = [...known].filter((pattern) => !eventTypes.includes(pattern));
  return refuse(
    "validation_failed",
    `${first.pointer} ${first.detail}; types are ${eventTypes.join(", ")}; families are ${families.join(", ")}`,
    { errors },
  );
}
