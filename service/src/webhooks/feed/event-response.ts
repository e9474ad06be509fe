import Type, { type Static } from "typebox";
import type { Event } from "../../events/index.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { envelopeOf } from "../message.ts";

export const EventSchema = named(
  "Event",
  Type.Object({
    id: IdSchema,
    type: Type.String({ description: "Event type, such as `transfer.created`." }),
    created: DateTimeSchema,
    data: Type.Unsafe<Json>({
      type: "object",
      description: "Data of the event; for its schema see `GET /webhooks/event_types`.",
    }),
    account_id: IdSchema,
    sequence: Type.Integer({
      minimum: 1,
      description:
        "Sequence number of the event in its account: 1, 2, 3 … It skips numbers only after a recovery from a backup.",
    }),
  }),
);

/** The format of a webhook body, with the account and sequence of the event. */
export function presentEvent(event: Event): Static<typeof EventSchema> {
  return {
    ...envelopeOf(event),
    account_id: event.accountId,
    // One event per microsecond would take 285 years to exceed the safe integer range.
    sequence: Number(event.sequence),
  };
}

export const EventListSchema = named(
  "EventList",
  Type.Object({
    events: Type.Array(EventSchema),
    pagination: named(
      "EventPagination",
      Type.Object({
        page_size: Type.Integer(),
        next: nullableString({
          description:
            "Send as `page[after]`. Null on the last page of `newest`; never null with `oldest`, so that you can " +
            "continue from it later.",
        }),
        prev: nullableString({ description: "Send as `page[before]`; null on the first page." }),
        has_more: Type.Boolean({
          description:
            "Whether there may be more events on the next page. With `type`, a page may hold few events or none " +
            "although there are more.",
        }),
      }),
    ),
  }),
);

export const eventExample = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFJ",
  type: "transfer.created",
  created: "2026-11-15T10:51:12.000Z",
  data: {
    id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    status: "pending",
    amount: { value: "100.00", currency: "USD" },
    account_id: "01JD7Q2M8W3T5V6X9YZABCDEFH",
  },
  account_id: "01JD7Q2M8W3T5V6X9YZABCDEFH",
  sequence: 17,
};

export const streamExample = [
  "retry: 2000",
  "id: pXb3o2mN0uY9xQ7rT1s4WjE2",
  "",
  "id: Zk8uF5cV2bN6mH0jL4g1DzE3",
  `event: ${eventExample.type}`,
  `data: ${JSON.stringify(eventExample)}`,
  "",
  "",
].join("\n");
