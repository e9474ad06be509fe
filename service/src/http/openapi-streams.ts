import { eventStreamType } from "./event-stream.ts";
import type { Route, StreamShape } from "./route.ts";

/** A stream as a second media type of an answer. OpenAPI 3.1 has no words for its events, so `x-data-schema` has them. */
export function describeStream({ description, data, example }: StreamShape): object {
  return { [eventStreamType]: { schema: { type: "string", description }, "x-data-schema": data, example } };
}

export function streamParametersOf({ work }: Route): readonly object[] {
  if (work.kind !== "read" || work.follow === undefined) return [];
  return [
    {
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description:
        "With `Accept: text/event-stream`: the `id` that came last. The stream goes on exactly behind it. It wins over " +
        "`page[after]`, because a browser sends it by itself when it comes back.",
      schema: { type: "string" },
    },
  ];
}
