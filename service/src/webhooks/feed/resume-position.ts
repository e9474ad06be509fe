import type { PageRequest } from "../../http/paging.ts";
import type { ApiRequest } from "../../http/route.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";

/** Behind which event a stream goes on; undefined when it begins now. The header is newer than the address it came with. */
export function resumePosition(request: ApiRequest, page: PageRequest): bigint | undefined {
  const lastSeen = request.headers["last-event-id"];
  if (lastSeen === undefined || lastSeen === "") return toPosition(page.position);
  const position = typeof lastSeen === "string" ? page.positionOf(lastSeen) : undefined;
  if (position !== undefined) return toPosition(position);
  const detail = "is not the id of an event of this stream";
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

/** What a stream would have to ignore is refused: nothing is silently dropped. */
export function refuseListParameters(query: Readonly<Record<string, unknown>>): void {
  const detail = "is for the list and not for a stream";
  const errors = onlyForLists
    .filter((name) => query[name] !== undefined)
    .map((name) => ({ pointer: `/query/${name}`, detail }));
  const [first] = errors;
  if (first === undefined) return;
  throw new RefusalError(refuse("validation_failed", `${first.pointer} ${detail}`, { errors }));
}
