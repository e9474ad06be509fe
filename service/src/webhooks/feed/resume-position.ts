import type { PageRequest } from "../../http/paging.ts";
import type { ApiRequest } from "../../http/route.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";

/** The event after which a stream resumes; undefined when it starts now. The header is newer than the query. */
export function resumePosition(request: ApiRequest, page: PageRequest): bigint | undefined {
  const lastSeen = request.headers["last-event-id"];
  if (lastSeen === undefined || lastSeen === "") return toPosition(page.position);
  const position = typeof lastSeen === "string" ? page.positionOf(lastSeen) : undefined;
  if (position !== undefined) return toPosition(position);
  const detail = "is not an event id of this stream";
  throw new RefusalError(
    refuse("validation_failed", `the Last-Event-ID header ${detail}`, {
      errors: [{ pointer: "/header/last-event-id", detail }],
    }),
  );
}

function toPosition(position: string | undefined): bigint | undefined {
  return position === undefined ? undefined : BigInt(position);
}

const onlyForLists = ["order", "page[size]", "page[before]", "page[prev]"];

/** Parameters that a stream would have to ignore are refused: nothing is silently dropped. */
export function refuseListParameters(query: Readonly<Record<string, unknown>>): void {
  const detail = "is not allowed with a stream";
  const errors = onlyForLists
    .filter((name) => query[name] !== undefined)
    .map((name) => ({ pointer: `/query/${name}`, detail }));
  const [first] = errors;
  if (first === undefined) return;
  throw new RefusalError(refuse("validation_failed", `${first.pointer} ${detail}`, { errors }));
}
