import Type, { type Static } from "typebox";
import { TransferTypeSchema } from "../addresses/index.ts";
import type { ChainWorkProgress } from "../chains/engine/chain-work.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { assert } from "../kernel/assert.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import type { Payment, PaymentId, VirtualAccount } from "../payments/index.ts";
import { purposeNames } from "../rails/purpose.ts";
import { railOf } from "../rails/rail.ts";
import { referenceAsSent } from "../rails/reference-as-sent.ts";
import { FailureSchema, presentFailure } from "./failure-response.ts";
import { type Destination, type Source, type Supply, type Transfer, transferStatuses } from "./transfer.ts";
import { NullableMemoSchema } from "./transfer-request.ts";
import { amountOf } from "./transfer-update.ts";

export const TransferAmountSchema = named(
  "TransferAmount",
  Type.Object({
    value: Type.String({ description: "A decimal string.", examples: ["100.00"] }),
    currency: Type.String({ examples: ["USD"] }),
  }),
);

const PaymentDetailsSchema = named(
  "TransferPaymentDetails",
  Type.Object(
    {
      received_at: nullableDateTime("When the payment was received."),
      sender_name: nullableString(),
      sender_bank_name: nullableString(),
      sender_bank_routing_number: nullableString(),
      payment_reference: nullableString({ description: "Reference from the sender." }),
      imad: nullableString({ description: "IMAD of a wire." }),
      trace_number: nullableString({ description: "Trace number of an ACH entry." }),
    },
    { description: "Payment details from the bank." },
  ),
);

const endProperties = {
  value_type: Type.String({ description: "`USD` or the value type of a token." }),
  transfer_type: TransferTypeSchema,
  transaction_id: nullableString({
    description: "Blockchain transaction; null until one has been signed.",
  }),
  payment_id: nullableString({
    description: "Bank payment, see `GET A/payments/{payment_id}`.",
  }),
  payment_details: Type.Union([Type.Null(), PaymentDetailsSchema]),
};

const SourceSchema = named(
  "TransferSource",
  Type.Object({
    address_id: nullableString({ description: "Null for an incoming wire." }),
    ...endProperties,
  }),
);

const DestinationSchema = named(
  "TransferDestination",
  Type.Object({
    address_id: IdSchema,
    ...endProperties,
    memo: NullableMemoSchema,
    wire_memo: nullableString({ description: "The reference of a wire." }),
    reference: nullableString({ description: "Text for the beneficiary, as requested." }),
    reference_as_sent: nullableString({
      description: "The reference as the rail carries it: in ASCII, and cut to its field.",
    }),
    purpose: Type.Union([Type.Null(), Type.Enum([...purposeNames], { type: "string" })]),
    fallback: Type.Boolean({
      description:
        "Whether a payout that the beneficiary's bank cannot take may be sent once by another rail.",
    }),
    requested_transfer_type: TransferTypeSchema,
    fallback_reason: nullableString({
      description:
        "Why the payout takes another rail than requested: the reason code of the rejection, such as `AG03`.",
    }),
  }),
);

const RefundSchema = named(
  "TransferRefund",
  Type.Object(
    {
      status: Type.Enum(["pending", "complete"]),
      transaction_id: nullableString({ description: "Transaction that refunded the tokens." }),
    },
    { description: "Refund of a failed transfer's tokens to the source." },
  ),
);

export const InstructionsSchema = named(
  "WireInstructions",
  Type.Object(
    {
      bank_name: Type.String(),
      bank_address: Type.String(),
      routing_number: Type.String(),
      account_number: Type.String({
        description: "Account number used only for this transfer or automation.",
      }),
      beneficiary_name: Type.String(),
      beneficiary_address: Type.String(),
      memo: Type.String({
        description:
          "Include it with the payment: it identifies the payment even if the account number is mistyped.",
      }),
    },
    { description: "Where to send the payment." },
  ),
);

export const TransferSchema = named(
  "Transfer",
  Type.Object({
    id: IdSchema,
    status: Type.Enum([...transferStatuses], {
      description:
        "`pending`, then `complete`, `failed` or `canceled`. A returned payout changes `complete` to `failed`.",
    }),
    amount: TransferAmountSchema,
    fee: TransferAmountSchema,
    source: SourceSchema,
    destination: DestinationSchema,
    note: nullableString(),
    brand: Type.Union([Type.Null(), Type.Object({ account_id: IdSchema })]),
    failure: Type.Union([Type.Null(), FailureSchema]),
    refund: Type.Union([Type.Null(), RefundSchema]),
    automation_id: nullableString(),
    created_at: DateTimeSchema,
    updated_at: DateTimeSchema,
    wire_instructions: Type.Optional(InstructionsSchema),
  }),
);

/** Related data of transfers that is not in their rows. */
export interface Surrounding {
  readonly progress: ReadonlyMap<string, ChainWorkProgress>;
  readonly payments: ReadonlyMap<PaymentId, Payment>;
  readonly instructions: ReadonlyMap<string, VirtualAccount>;
}

export const nothingAround: Surrounding = {
  progress: new Map(),
  payments: new Map(),
  instructions: new Map(),
};

export function presentTransfer(transfer: Transfer, related: Surrounding): Static<typeof TransferSchema> {
  const { source, destination, state, brand } = transfer;
  assert(
    source.medium !== "supply" && destination.medium !== "supply",
    "a transfer is between two addresses",
  );
  const instructions = related.instructions.get(transfer.id);
  return {
    id: transfer.id,
    status: state.status,
    amount: amountOf(transfer),
    fee: { value: formatAmount({ units: transfer.feeCents, asset: usd }), currency: usd.code },
    source: { address_id: source.addressId ?? null, ...endOf(source, related) },
    destination: {
      address_id: destination.addressId,
      ...endOf(destination, related),
      memo: destination.medium === "chain" ? (destination.memo ?? null) : null,
      ...textsOf(transfer),
    },
    note: transfer.note ?? null,
    brand: brand === undefined ? null : { account_id: brand.accountId },
    failure: state.status === "failed" && state.failure !== undefined ? presentFailure(state.failure) : null,
    refund: refundOf(transfer, related),
    automation_id: transfer.automationId ?? null,
    created_at: formatInstant(transfer.createdAt),
    updated_at: formatInstant(transfer.updatedAt),
    ...(instructions === undefined ? {} : { wire_instructions: presentInstructions(instructions) }),
  };
}

function textsOf({ destination, ...transfer }: Transfer) {
  assert(destination.medium !== "supply", "a transfer is between two addresses");
  const purpose = transfer.purpose ?? null;
  if (destination.medium === "chain")
    return { ...noTexts, purpose, requested_transfer_type: destination.chain };
  const { rail, reference, mayFallBack, fallback } = destination;
  return {
    wire_memo: railOf(rail).carriesMemo ? (reference ?? null) : null,
    reference: reference ?? null,
    reference_as_sent: referenceAsSent(rail, reference) ?? null,
    purpose,
    fallback: mayFallBack,
    requested_transfer_type: fallback?.requestedRail ?? rail,
    fallback_reason: fallback?.reason ?? null,
  };
}

const noTexts = {
  wire_memo: null,
  reference: null,
  reference_as_sent: null,
  fallback: false,
  fallback_reason: null,
} as const;

export function presentInstructions(instructions: VirtualAccount): Static<typeof InstructionsSchema> {
  return {
    bank_name: instructions.bankName,
    bank_address: instructions.bankAddress,
    routing_number: instructions.routingNumber,
    account_number: instructions.accountNumber,
    beneficiary_name: instructions.beneficiaryName,
    beneficiary_address: instructions.beneficiaryAddress,
    memo: instructions.memo,
  };
}

function endOf(end: Exclude<Source | Destination, Supply>, { progress, payments }: Surrounding) {
  if (end.medium === "chain") {
    const submitted = end.workId === undefined ? undefined : progress.get(end.workId)?.transactionId;
    return {
      value_type: end.token.valueType,
      transfer_type: end.chain,
      transaction_id: end.transactionId ?? submitted ?? null,
      payment_id: null,
      payment_details: null,
    };
  }
  const payment = end.paymentId === undefined ? undefined : payments.get(end.paymentId);
  return {
    value_type: usd.code,
    transfer_type: end.rail,
    transaction_id: null,
    payment_id: end.paymentId ?? null,
    payment_details: payment === undefined ? null : presentDetails(payment),
  };
}

function presentDetails({ details }: Payment): Static<typeof PaymentDetailsSchema> {
  return {
    received_at: details.receivedAt === undefined ? null : formatInstant(details.receivedAt),
    sender_name: details.senderName ?? null,
    sender_bank_name: details.senderBankName ?? null,
    sender_bank_routing_number: details.senderBankRoutingNumber ?? null,
    payment_reference: details.paymentReference ?? null,
    imad: details.imad ?? null,
    trace_number: details.traceNumber ?? null,
  };
}

function refundOf({ state, reversal, source }: Transfer, { progress }: Surrounding) {
  if (state.status !== "failed" || source.medium !== "chain") return null;
  if (state.step === "done" && reversal.workId === undefined) return null;
  const submitted = reversal.workId === undefined ? undefined : progress.get(reversal.workId)?.transactionId;
  return {
    status: state.step === "done" ? ("complete" as const) : ("pending" as const),
    transaction_id: reversal.transactionId ?? submitted ?? null,
  };
}

function nullableDateTime(description: string) {
  return Type.Unsafe<string | null>({ type: ["string", "null"], format: "date-time", description });
}
