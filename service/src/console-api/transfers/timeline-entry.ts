import Type, { type Static } from "typebox";
import { chainNames } from "../../chains/chain-name.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { railSystems } from "../../rails/rail.ts";
import { transferStatuses } from "../../transfers/index.ts";

const nullableInteger = (description: string) =>
  Type.Unsafe<number | null>({ type: ["integer", "null"], description });
const nullableDateTime = (description: string) =>
  Type.Unsafe<string | null>({ type: ["string", "null"], format: "date-time", description });

const ActorSchema = named(
  "TimelineActor",
  Type.Object({
    type: Type.Enum(["application", "person", "operator", "system"]),
    id: nullableString({ description: "Of an application or a person." }),
    name: nullableString({
      description: "Of a person, or what the service calls the part of it that acted.",
    }),
  }),
);

const StateSchema = named(
  "TimelineState",
  Type.Object({
    type: Type.Literal("state"),
    at: DateTimeSchema,
    status: Type.Enum([...transferStatuses]),
    step: nullableString({ description: "What it waits for; null where that is not told." }),
    failure_type: nullableString(),
    failure_code: nullableString(),
    by: ActorSchema,
  }),
);

const PostingSchema = named(
  "TimelinePosting",
  Type.Object({
    type: Type.Literal("posting"),
    at: DateTimeSchema,
    deed: Type.String({ description: "What it was for, such as `taken` or `delivered`." }),
    operation: Type.String({ description: "`post`, or what was done with a hold." }),
    lines: Type.Array(
      Type.Object({
        account: Type.String({ description: "The account's path in the ledger." }),
        amount: Type.String(),
        asset: Type.String(),
      }),
    ),
  }),
);

const ChainTransactionSchema = named(
  "TimelineChainTransaction",
  Type.Object({
    type: Type.Literal("chain_transaction"),
    at: DateTimeSchema,
    end: Type.Enum(["source", "destination", "undoing"], {
      description: "`undoing`: tokens go back to the source.",
    }),
    chain: Type.Enum([...chainNames]),
    state: Type.Enum(["queued", "signed", "sent", "included", "final", "dead", "failed"]),
    transaction_id: nullableString({ description: "Null until one was signed." }),
    block_height: nullableString({ description: "The number of its block." }),
    confirmations: nullableInteger(
      "Final blocks from its own on, as far as the chain was looked at; null while it is in no block.",
    ),
    failure_reason: nullableString({ description: "Why the chain did not do it." }),
    explorer_url: nullableString(),
  }),
);

const BankEntrySchema = named(
  "TimelineBankEntry",
  Type.Object({
    state: Type.Enum(["queued", "filed", "sent", "settled", "rejected", "returned", "withdrawn"]),
    trace_number: nullableString(),
    uetr: nullableString(),
    leaves_at: nullableDateTime("When its file leaves, by the timetable of the bank."),
    settles_at: nullableDateTime("When it settles, by the timetable of the bank."),
    file: Type.Union([
      Type.Null(),
      Type.Object({
        id: IdSchema,
        name: Type.String(),
        state: Type.Enum(["stored", "sent"]),
        written_at: DateTimeSchema,
      }),
    ]),
  }),
);

const PaymentSchema = named(
  "TimelinePayment",
  Type.Object({
    type: Type.Literal("payment"),
    at: DateTimeSchema,
    payment_id: IdSchema,
    end: Type.Enum(["source", "destination"]),
    direction: Type.Enum(["inbound", "outbound"]),
    rail: Type.Enum([...railSystems]),
    amount: Type.String({ description: "Dollars." }),
    status: Type.Enum(["pending", "complete", "failed", "returned"]),
    reason_code: nullableString(),
    reason: nullableString(),
    updated_at: DateTimeSchema,
    entry: Type.Union([Type.Null(), BankEntrySchema], {
      description: "What the bank was told to do; null for what others sent.",
    }),
  }),
);

const EventSchema = named(
  "TimelineEvent",
  Type.Object({
    type: Type.Literal("event"),
    at: DateTimeSchema,
    event_id: IdSchema,
    event_type: Type.String(),
    deliveries: Type.Array(
      Type.Object({
        id: IdSchema,
        subscription_id: IdSchema,
        host: Type.String({ description: "Of the address; the rest may hold keys." }),
        attempt_number: Type.Integer(),
        status: Type.Enum(["pending", "succeeded", "failed", "exhausted"]),
        status_code: nullableInteger("What the endpoint answered."),
        failure_message: nullableString(),
        at: DateTimeSchema,
      }),
    ),
  }),
);

const AuditSchema = named(
  "TimelineAudit",
  Type.Object({
    type: Type.Literal("audit"),
    at: DateTimeSchema,
    action: Type.String(),
    by: ActorSchema,
    reason: nullableString(),
    request_id: nullableString(),
  }),
);

/** One thing that happened to a transfer, or for it. */
export const TimelineEntrySchema = named(
  "TimelineEntry",
  Type.Union([StateSchema, PostingSchema, ChainTransactionSchema, PaymentSchema, EventSchema, AuditSchema]),
);

export type TimelineEntry = Static<typeof TimelineEntrySchema>;
export type TimelineActor = Static<typeof ActorSchema>;
export type StateEntry = Static<typeof StateSchema>;
export type ChainTransactionEntry = Static<typeof ChainTransactionSchema>;
