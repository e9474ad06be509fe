import { eventStreamType } from "./event-stream.ts";
import type { Route, StreamShape } from "./route.ts";

/** A stream as a second media type of a response. OpenAPI 3.1 cannot describe its events, so `x-data-schema` does. */
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
        "With `Accept: text/event-stream`: the `id` of the last event received. The stream resumes right after it. " +
        "It takes precedence over `page[after]`, because browsers send it automatically when they reconnect.",
      schema: { type: "string" },
    },
  ];
}
