import Type, { type Static } from "typebox";
import { DateTimeSchema, named, strictObject } from "../../http/schemas.ts";
import { type Instant, parseInstant } from "../../kernel/instant.ts";
import { isRefusal, type Refusal, refuse } from "../../kernel/refusal.ts";
import { readRequestedEvents } from "../subscriptions/requested-events.ts";

const maxTypes = 50;
const maxTypeLength = 100;

export const ReplaySchema = named(
  "ReplayRequest",
  strictObject({
    since: DateTimeSchema,
    until: Type.Optional(DateTimeSchema),
    types: Type.Optional(
      Type.Array(Type.String({ maxLength: maxTypeLength }), {
        minItems: 1,
        maxItems: maxTypes,
        description: "Only these of the subscription's events: types, or wildcards such as `transfer.*`.",
        examples: [["transfer.*"]],
      }),
    ),
    only_failed: Type.Optional(
      Type.Boolean({ description: "Only events that the endpoint has never acknowledged.", default: false }),
    ),
  }),
);

/** The parsed request. */
export interface ReplayInput {
  readonly since: Instant;
  readonly until: Instant;
  readonly types: readonly string[] | undefined;
  readonly onlyFailed: boolean;
}

export interface ReplayLimits {
  readonly now: Instant;
  /** How long attempts are retained. */
  readonly historyMs: number;
  readonly eventTypes: readonly string[];
}

export function readReplay(
  { since: sinceText, until: untilText, types, only_failed: onlyFailed = false }: Static<typeof ReplaySchema>,
  { now, historyMs, eventTypes }: ReplayLimits,
): ReplayInput | Refusal {
  const since = readMoment(sinceText, "/since");
  if (isRefusal(since)) return since;
  const until = untilText === undefined ? now : readMoment(untilText, "/until");
  if (isRefusal(until)) return until;
  if (since >= now) return wrongAt("/since", "must be in the past");
  if (since >= until) return wrongAt("/since", "must be before until");
  if (onlyFailed && since < now - historyMs) {
    return refuse("unprocessable", `with only_failed, since must not be before ${earliest(historyMs)}`);
  }
  const known = types === undefined ? undefined : readRequestedEvents(types, eventTypes, "/types");
  return isRefusal(known) ? known : { since, until: earlierOf(until, now), types: known, onlyFailed };
}

function readMoment(text: string, pointer: string): Instant | Refusal {
  return parseInstant(text) ?? wrongAt(pointer, "must be a time such as 2026-11-15T12:00:00Z");
}

/** There are no events after now. */
function earlierOf(left: Instant, right: Instant): Instant {
  return left < right ? left : right;
}

const dayMs = 86_400_000;

/** Results of earlier attempts are deleted, so it is not known which of them failed. */
function earliest(historyMs: number): string {
  return `the last ${Math.floor(historyMs / dayMs)} days: results of earlier deliveries are no longer stored`;
}

function wrongAt(pointer: string, detail: string): Refusal {
  return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
