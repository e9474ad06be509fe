import Type, { type Static } from "typebox";
import { chainNames } from "../chains/chain-name.ts";
import type { ChainWorkProgress } from "../chains/work/chain-work.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import type { Payment, PaymentId, VirtualAccount } from "../payments/index.ts";
import { bankRails } from "../rails/rail.ts";
import { FailureSchema, presentFailure } from "./failure-answer.ts";
import { type Destination, type Source, type Transfer, transferStatuses } from "./transfer.ts";
import { amountOf } from "./transfer-news.ts";

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
      received_at: nullableDateTime("When the money came."),
      sender_name: nullableString(),
      sender_bank_name: nullableString(),
      sender_bank_routing_number: nullableString(),
      payment_reference: nullableString({ description: "What the sender wrote." }),
      imad: nullableString({ description: "The reference of a wire." }),
      trace_number: nullableString({ description: "The reference of an ACH entry." }),
    },
    { description: "What the bank told of the payment." },
  ),
);

const endProperties = {
  value_type: Type.String({ description: "`USD`, or the value type of a token." }),
  transfer_type: Type.Enum([...chainNames, ...bankRails], { description: "A chain or a bank rail." }),
  transaction_id: nullableString({
    description: "On a chain: of the transaction there; null until one was signed.",
  }),
  payment_id: nullableString({
    description: "On a bank rail: of the payment, see `GET A/payments/{payment_id}`.",
  }),
  payment_details: Type.Union([Type.Null(), PaymentDetailsSchema]),
};

const SourceSchema = named(
  "TransferSource",
  Type.Object({
    address_id: nullableString({ description: "Null for a wire: whoever sends it." }),
    ...endProperties,
  }),
);

const DestinationSchema = named(
  "TransferDestination",
  Type.Object({ address_id: IdSchema, ...endProperties, wire_memo: nullableString() }),
);

const RefundSchema = named(
  "TransferRefund",
  Type.Object(
    {
      status: Type.Enum(["pending", "complete"]),
      transaction_id: nullableString({ description: "Of the transaction that gave the tokens back." }),
    },
    { description: "The tokens of a failed transfer on their way back to the source." },
  ),
);

export const InstructionsSchema = named(
  "WireInstructions",
  Type.Object(
    {
      bank_name: Type.String(),
      bank_address: Type.String(),
      routing_number: Type.String(),
      account_number: Type.String({ description: "A number that belongs to this alone." }),
      beneficiary_name: Type.String(),
      beneficiary_address: Type.String(),
      memo: Type.String({
        description: "Say it with the payment: it finds its way also when the number was mistyped.",
      }),
    },
    { description: "Where to send the money." },
  ),
);

export const TransferSchema = named(
  "Transfer",
  Type.Object({
    id: IdSchema,
    status: Type.Enum([...transferStatuses], {
      description:
        "`pending`, then `complete`, `failed` or `canceled`. A returned payout makes `complete` `failed`.",
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

/** What is known of a transfer beside its row. */
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

export function presentTransfer(transfer: Transfer, around: Surrounding): Static<typeof TransferSchema> {
  const { source, destination, state, brand } = transfer;
  const instructions = around.instructions.get(transfer.id);
  return {
    id: transfer.id,
    status: state.status,
    amount: amountOf(transfer),
    fee: { value: formatAmount({ units: transfer.feeCents, asset: usd }), currency: usd.code },
    source: { address_id: source.addressId ?? null, ...endOf(source, around) },
    destination: {
      address_id: destination.addressId,
      ...endOf(destination, around),
      wire_memo: destination.medium === "bank" ? (destination.memo ?? null) : null,
    },
    note: transfer.note ?? null,
    brand: brand === undefined ? null : { account_id: brand.accountId },
    failure: state.status === "failed" && state.failure !== undefined ? presentFailure(state.failure) : null,
    refund: refundOf(transfer, around),
    automation_id: transfer.automationId ?? null,
    created_at: formatInstant(transfer.createdAt),
    updated_at: formatInstant(transfer.updatedAt),
    ...(instructions === undefined ? {} : { wire_instructions: presentInstructions(instructions) }),
  };
}

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

function endOf(end: Source | Destination, { progress, payments }: Surrounding) {
  if (end.medium === "chain") {
    const underWay = end.workId === undefined ? undefined : progress.get(end.workId)?.transactionId;
    return {
      value_type: end.token.valueType,
      transfer_type: end.chain,
      transaction_id: end.transactionId ?? underWay ?? null,
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

function refundOf({ state, undoing, source }: Transfer, { progress }: Surrounding) {
  if (state.status !== "failed" || source.medium !== "chain") return null;
  if (state.step === "done" && undoing.workId === undefined) return null;
  const underWay = undoing.workId === undefined ? undefined : progress.get(undoing.workId)?.transactionId;
  return {
    status: state.step === "done" ? ("complete" as const) : ("pending" as const),
    transaction_id: undoing.transactionId ?? underWay ?? null,
  };
}

function nullableDateTime(description: string) {
  return Type.Unsafe<string | null>({ type: ["string", "null"], format: "date-time", description });
}
