import type { TypeFilter } from "../../events/index.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { patternsOf } from "../subscriptions/subscription.ts";

const familyMark = ".*";

/** `transfer.created` is one type, `transfer.*` all with the prefix `transfer.`. An unknown one is refused. */
export function readTypeFilter(pattern: string, knownTypes: readonly string[]): TypeFilter | Refusal {
  if (!knownTypes.some((type) => patternsOf(type).includes(pattern))) return unknownType();
  return pattern.endsWith(familyMark) ? { typePrefix: pattern.slice(0, -1) } : { type: pattern };
}

function unknownType(): Refusal {
  const detail = "is not an event type or a wildcard of one; see GET /webhooks/event_types";
  return refuse("validation_failed", `type ${detail}`, { errors: [{ pointer: "/query/type", detail }] });
}
