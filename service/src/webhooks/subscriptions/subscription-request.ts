import Type, { type Static } from "typebox";
import { createReading, maxTextLength, readPlainText } from "../../accounts/index.ts";
import { named, nullableString, stated, strictObject } from "../../http/schemas.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { RequestedChange } from "./change-subscription.ts";
import { readRequestedEvents } from "./requested-events.ts";

const maxUrlLength = 2048;
const maxEvents = 50;
const maxPatternLength = 128;

const UrlSchema = Type.String({
  minLength: 1,
  maxLength: maxUrlLength,
  ...stated({ format: "uri", pattern: "^https://" }),
  description:
    "URL that events are sent to. HTTPS, without credentials or fragment, on port 443 or 1024 and above, and on a " +
    "public IP address, unless the operator allows others.",
  examples: ["https://example.com/florin"],
});

const EventsSchema = Type.Array(Type.String({ maxLength: maxPatternLength }), {
  minItems: 1,
  maxItems: maxEvents,
  description:
    "Event types (see `GET /webhooks/event_types`) and wildcards such as `transfer.*`, which match every type " +
    "with that prefix, including future ones. Duplicates are ignored.",
  examples: [["transfer.*", "account.verification.completed"]],
});

const DescriptionSchema = nullableString({
  maxLength: maxTextLength,
  description: "Your description of the subscription.",
  examples: ["Back office"],
});

export const NewSubscriptionSchema = named(
  "CreateWebhookSubscriptionRequest",
  strictObject({ url: UrlSchema, events: EventsSchema, description: Type.Optional(DescriptionSchema) }),
);

export const SubscriptionChangeSchema = named(
  "UpdateWebhookSubscriptionRequest",
  strictObject(
    {
      url: Type.Optional(UrlSchema),
      events: Type.Optional(EventsSchema),
      description: Type.Optional(DescriptionSchema),
      status: Type.Optional(
        Type.Enum(["active", "disabled"], {
          type: "string",
          description: "A disabled subscription gets no events until it is active again.",
        }),
      ),
    },
    { minProperties: 1, description: "Fields to change. `events` replaces the whole list." },
  ),
);

const daySeconds = 86_400;
const maxOverlapSeconds = 7 * daySeconds;
export const defaultOverlapSeconds = daySeconds;

export const RotationSchema = named(
  "RotateWebhookSecretRequest",
  strictObject({
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxOverlapSeconds,
        default: defaultOverlapSeconds,
        description: "How long the previous secret keeps signing. 0 expires it immediately.",
      }),
    ),
  }),
);

export type NewSubscription = Static<typeof NewSubscriptionSchema>;
export type SubscriptionChange = Static<typeof SubscriptionChangeSchema>;

/** Decides which URLs are allowed. */
export interface DestinationDeps {
  /** The normalized URL. */
  readonly readDestination: (url: string) => string | Refusal;
  /** Resolves its hostname, which uses the network: never with a transaction open. */
  readonly checkDestination: (url: string) => Promise<Refusal | undefined>;
}

export interface RequestRules extends Pick<DestinationDeps, "readDestination"> {
  /** All event types. */
  readonly eventTypes: readonly string[];
}

/** Checks the URL of a request: whether it is valid, and whether it resolves to an allowed address. */
export async function inquireDestination(
  { readDestination, checkDestination }: DestinationDeps,
  { url }: SubscriptionChange,
): Promise<Refusal | undefined> {
  if (url === undefined) return undefined;
  const destination = readDestination(url);
  return isRefusal(destination) ? destination : checkDestination(destination);
}

/** The parsed request. */
export function readChange(
  { readDestination, eventTypes }: RequestRules,
  { url, events, description, status }: SubscriptionChange,
): RequestedChange | Refusal {
  const destination = url === undefined ? undefined : readDestination(url);
  if (isRefusal(destination)) return destination;
  const patterns = events === undefined ? undefined : readRequestedEvents(events, eventTypes);
  if (isRefusal(patterns)) return patterns;
  const reading = createReading();
  const text =
    typeof description === "string"
      ? reading.take("/description", readPlainText(description), "")
      : description;
  return reading.refusal() ?? { url: destination, events: patterns, description: text, status };
}
