import Type, { type Static } from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { railSystems } from "../../rails/rail.ts";
import { transferStatuses } from "../../transfers/index.ts";

const nullableInteger = (description: string) =>
  Type.Unsafe<number | null>({ type: ["integer", "null"], description });
const nullableDateTime = (description: string) =>
  Type.Unsafe<string | null>({ type: ["string", "null"], format: "date-time", description });

export const ActorSchema = named(
  "TimelineActor",
  Type.Object({
    type: Type.Enum(["application", "user", "operator", "system"]),
    id: nullableString({ description: "Id of an application or user." }),
    name: nullableString({
      description: "Name of the application or user, or of the service component.",
    }),
  }),
);

const StateSchema = named(
  "TimelineState",
  Type.Object({
    type: Type.Literal("state"),
    at: DateTimeSchema,
    status: Type.Enum([...transferStatuses]),
    step: nullableString({ description: "Current step; null if hidden." }),
    failure_type: nullableString(),
    failure_code: nullableString(),
    by: ActorSchema,
    request_id: nullableString({ description: "The API request of an application that caused it." }),
  }),
);

const PostingSchema = named(
  "TimelinePosting",
  Type.Object({
    type: Type.Literal("posting"),
    at: DateTimeSchema,
    sequence: Type.String({ description: "Number of the ledger record." }),
    effect: Type.String({ description: "Ledger effect, such as `withdrawn` or `delivered`." }),
    operation: Type.String({ description: "`post`, or the operation on a hold." }),
    lines: Type.Array(
      Type.Object({
        account: Type.String({ description: "Ledger account path." }),
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
    end: Type.Enum(["source", "destination", "refund"], {
      description: "`refund`: tokens are refunded to the source.",
    }),
    chain: ChainSchema,
    state: Type.Enum(["queued", "signed", "sent", "included", "final", "dead", "failed"]),
    transaction_id: nullableString({ description: "Null until signed." }),
    block_height: nullableString({ description: "Block number." }),
    confirmations: nullableInteger(
      "Final blocks from its own on, up to the scan position; null while it is in no block.",
    ),
    failure_reason: nullableString({ description: "Why it failed on chain." }),
    explorer_url: nullableString(),
  }),
);

const BankEntrySchema = named(
  "TimelineBankEntry",
  Type.Object({
    state: Type.Enum(["queued", "filed", "sent", "settled", "rejected", "returned", "withdrawn"]),
    trace_number: nullableString(),
    uetr: nullableString(),
    leaves_at: nullableDateTime("When its file is sent, by the bank's schedule."),
    settles_at: nullableDateTime("When it settles, by the bank's schedule."),
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

export const PaymentSchema = named(
  "TimelinePayment",
  Type.Object({
    type: Type.Literal("payment"),
    at: DateTimeSchema,
    payment_id: IdSchema,
    end: Type.Enum(["source", "destination"]),
    direction: Type.Enum(["inbound", "outbound"]),
    rail: Type.Enum([...railSystems]),
    amount: Type.String({ description: "In dollars." }),
    status: Type.Enum(["pending", "complete", "failed", "returned"]),
    reason_code: nullableString(),
    reason: nullableString(),
    updated_at: DateTimeSchema,
    entry: Type.Union([Type.Null(), BankEntrySchema], {
      description: "Our order to the bank; null for payments sent by others.",
    }),
  }),
);

export const EventSchema = named(
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
        host: Type.String({ description: "Host of the URL; the rest may contain keys." }),
        attempt_number: Type.Integer(),
        status: Type.Enum(["pending", "succeeded", "failed", "exhausted"]),
        status_code: nullableInteger("HTTP status of the endpoint's response."),
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

/** An entry of a transfer's timeline. */
export const TimelineEntrySchema = named(
  "TimelineEntry",
  Type.Union([StateSchema, PostingSchema, ChainTransactionSchema, PaymentSchema, EventSchema, AuditSchema]),
);

export type TimelineEntry = Static<typeof TimelineEntrySchema>;
export type TimelineActor = Static<typeof ActorSchema>;
export type StateEntry = Static<typeof StateSchema>;
export type ChainTransactionEntry = Static<typeof ChainTransactionSchema>;
