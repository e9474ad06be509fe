import Type from "typebox";
import { requireVisibleAccount } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import { plainSchema } from "../http/openapi-schemas.ts";
import { accountIn, principalOf, type Route } from "../http/route.ts";
import { named } from "../http/schemas.ts";
import { webhookTag } from "../http/tags.ts";
import { eventTypes } from "./event-types.ts";

export interface EventTypeRouteDeps {
  readonly database: Session;
}

/** The event type catalog. It is the same for all accounts. */
export function eventTypeRoutes({ database }: EventTypeRouteDeps): readonly Route[] {
  return [
    {
      ...shape,
      path: "/webhooks/event_types",
      operationId: "listEventTypes",
      summary: "List event types",
      work: { kind: "read", handle: async () => response },
    },
    {
      ...shape,
      path: "/accounts/{account_id}/webhooks/event_types",
      operationId: "listAccountEventTypes",
      summary: "List event types available to an account",
      work: {
        kind: "read",
        handle: async (request) => {
          await requireVisibleAccount(database, principalOf(request), accountIn(request));
          return response;
        },
      },
    },
  ];
}

const catalogue = eventTypes.map(({ type, summary, schema, example }) => ({
  event_type: type,
  summary,
  schema: plainSchema(schema),
  sample: example,
}));

const response = { status: 200, body: { event_types: catalogue } };

const EventTypeSchema = named(
  "EventType",
  Type.Object({
    event_type: Type.String({
      description: "Used in `type` of an event and `events` of a subscription.",
    }),
    summary: Type.String({ description: "When the event is published." }),
    schema: Type.Unsafe<object>({
      type: "object",
      additionalProperties: true,
      description:
        "JSON Schema (2020-12) of the event's `data`. Objects in it are open: fields may be added, so ignore fields " +
        "that you do not know.",
    }),
    sample: Type.Unsafe<object>({
      type: "object",
      additionalProperties: true,
      description: "An example of the event's `data`.",
    }),
  }),
);

const shape = {
  method: "GET",
  tag: webhookTag,
  description:
    "All current event types. A subscription lists types, or wildcards such as `transfer.*`, which match every " +
    "type with that prefix, including future ones. Types may be added, but are never renamed.",
  access: { scope: "webhooks:read" },
  responses: {
    200: {
      description: "The event types.",
      schema: named("EventTypeList", Type.Object({ event_types: Type.Array(EventTypeSchema) })),
      example: { event_types: catalogue.slice(0, 1) },
    },
  },
} as const satisfies Partial<Route>;
