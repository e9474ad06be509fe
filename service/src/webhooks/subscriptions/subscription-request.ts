import Type, { type Static } from "typebox";
import { createReading, maxTextLength, readPlainText } from "../../accounts/index.ts";
import { named, nullableString, strictObject } from "../../http/schemas.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { WantedChange } from "./change-subscription.ts";
import { readRequestedEvents } from "./requested-events.ts";

const maxUrlLength = 2048;
const maxEvents = 50;
const maxPatternLength = 128;

const UrlSchema = Type.String({
  minLength: 1,
  maxLength: maxUrlLength,
  description:
    "Where events are sent. HTTPS, without credentials and fragment, at port 443 or from 1024 on, and at a public " +
    "address, unless the operator allows others.",
  examples: ["https://example.com/florin"],
});

const EventsSchema = Type.Array(Type.String({ maxLength: maxPatternLength }), {
  minItems: 1,
  maxItems: maxEvents,
  description:
    "Types of events (`GET /webhooks/event_types` lists them) and families such as `transfer.*`, which stand for " +
    "every type that begins so, those of later days too. What stands there twice counts once.",
  examples: [["transfer.*", "account.verification.completed"]],
});

const DescriptionSchema = nullableString({
  maxLength: maxTextLength,
  description: "What you call the subscription. For you alone.",
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
          description: "Nothing is sent to a disabled subscription until it is active again.",
        }),
      ),
    },
    { minProperties: 1, description: "What is to change. `events` replaces the whole list." },
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
        description: "How long the secret before signs as well. 0 ends it at once.",
      }),
    ),
  }),
);

export type NewSubscription = Static<typeof NewSubscriptionSchema>;
export type SubscriptionChange = Static<typeof SubscriptionChangeSchema>;

/** What says whether an address may be one to send to. */
export interface DestinationDeps {
  /** The address as it is kept. */
  readonly readDestination: (url: string) => string | Refusal;
  /** Looks its name up, which takes a moment and the network: never with a transaction open. */
  readonly checkDestination: (url: string) => Promise<Refusal | undefined>;
}

export interface RequestRules extends Pick<DestinationDeps, "readDestination"> {
  /** Every type of events that there is. */
  readonly eventTypes: readonly string[];
}

/** What a request says of its address: whether it is one, and whether it leads where nobody may send to. */
export async function inquireDestination(
  { readDestination, checkDestination }: DestinationDeps,
  { url }: SubscriptionChange,
): Promise<Refusal | undefined> {
  if (url === undefined) return undefined;
  const destination = readDestination(url);
  return isRefusal(destination) ? destination : checkDestination(destination);
}

/** The request with every word of it read. */
export function readChange(
  { readDestination, eventTypes }: RequestRules,
  { url, events, description, status }: SubscriptionChange,
): WantedChange | Refusal {
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
