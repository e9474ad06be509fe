import Type from "typebox";
import type { AuditEntry } from "../audit/index.ts";
import type { NewClaim } from "../claims/index.ts";
import { defineEventType, type EventType, type NewEvent, newEvent } from "../events/index.ts";
import { IdSchema } from "../http/schemas.ts";
import type { Json } from "../kernel/canonical-json.ts";
import type { Cause } from "../kernel/cause.ts";
import { formatAmount, shownAmountPattern, usd } from "../kernel/money.ts";
import { tokenScale } from "../tokens/index.ts";
import { FailureSchema, presentFailure } from "./failure-response.ts";
import { tokenEventTypeOf } from "./token-flows/token-event-types.ts";
import { tokenFailureOf, tokenStatusOf } from "./token-flows/token-response.ts";
import {
  type Fallback,
  statusOf,
  type TokenLeg,
  type Transfer,
  type TransferFailure,
  type TransferStatus,
  transferStatuses,
} from "./transfer.ts";
import { wayOf } from "./transfer-request.ts";
import type { TransferStep } from "./transfer-step.ts";

/** The event for the current status: created, completed, failed or canceled. Each is published at most once. */
export function eventOf(transfer: Transfer): NewEvent {
  const { resource, accountId, state } = transfer;
  const type =
    resource === "transfer" ? eventTypeOf[state.status] : tokenEventTypeOf[resource][tokenStatusOf(transfer)];
  return newEvent(type, accountId, resource === "transfer" ? dataOf(transfer) : tokenDataOf(transfer));
}

/** Published only on changes of the status in the API; steps in between are internal. */
export function eventsOf({ before, after }: TransferStep): readonly NewEvent[] {
  return [
    ...(isRerouted(before, after) ? [reroutedEvent(after)] : []),
    ...(statusOf(before) === statusOf(after) ? [] : [eventOf(after)]),
  ];
}

function isRerouted(before: Transfer, after: Transfer): boolean {
  return fallbackOf(before) === undefined && fallbackOf(after) !== undefined;
}

function fallbackOf({ destination }: Transfer): Fallback | undefined {
  return destination.medium === "bank" ? destination.fallback : undefined;
}

function reroutedEvent(transfer: Transfer): NewEvent {
  const { requestedRail, reason } = fallbackOf(transfer) ?? {};
  return newEvent(rerouted, transfer.accountId, {
    id: transfer.id,
    account_id: transfer.accountId,
    status: "pending",
    amount: amountOf(transfer),
    requested_transfer_type: requestedRail ?? null,
    transfer_type: transferTypeOf(transfer.destination),
    fallback_reason: reason ?? null,
  });
}

/** The status does not change: the destination keeps its tokens. */
export function reversedEvent(
  transfer: Transfer,
  failure: TransferFailure,
  { id: claimId, cents }: Pick<NewClaim, "id" | "cents">,
): NewEvent {
  const amount = { value: formatAmount({ units: cents, asset: usd }), currency: usd.code };
  return newEvent(reversed, transfer.accountId, {
    id: transfer.id,
    account_id: transfer.accountId,
    status: transfer.state.status,
    amount: amountOf(transfer),
    failure: presentFailure(failure),
    claim: { id: claimId, amount },
  });
}

function dataOf(transfer: Transfer): Json {
  const { id, accountId, state } = transfer;
  return {
    id,
    account_id: accountId,
    status: state.status,
    amount: amountOf(transfer),
    ...(state.status === "failed"
      ? { failure: state.failure === undefined ? null : presentFailure(state.failure) }
      : {}),
  };
}

function tokenDataOf(transfer: Transfer): Json {
  const { source, destination } = transfer;
  return {
    id: transfer.id,
    account_id: transfer.accountId,
    status: statusOf(transfer),
    amount: amountOf(transfer).value,
    value_type: transfer.currency,
    ...(source.medium === "chain" ? { source: tokenEndOf(source) } : {}),
    ...(destination.medium === "chain" ? { destination: tokenEndOf(destination) } : {}),
    failure: tokenFailureOf(transfer),
  };
}

function tokenEndOf({ addressId, chain }: TokenLeg): Json {
  return { address_id: addressId, transfer_type: chain };
}

/** Amount as given in the request. */
export function amountOf({ units, currency }: Transfer): {
  readonly value: string;
  readonly currency: string;
} {
  return { value: formatAmount({ units, asset: { code: currency, scale: tokenScale } }), currency };
}

export function auditOfCreation(transfer: Transfer, cause: Cause): AuditEntry {
  const { resource, source, destination } = transfer;
  const ends = {
    source_address_id: source.addressId ?? null,
    source_transfer_type: transferTypeOf(source),
    destination_address_id: destination.addressId ?? null,
    destination_transfer_type: transferTypeOf(destination),
  };
  const amount = amountOf(transfer).value;
  const after =
    resource === "transfer"
      ? {
          flow: transfer.flow,
          amount,
          currency: transfer.currency,
          fee: formatAmount({ units: transfer.feeCents, asset: usd }),
          ...ends,
          purpose: transfer.purpose ?? null,
          fallback: destination.medium === "bank" && destination.mayFallBack,
          automation_id: transfer.automationId ?? null,
          step: transfer.state.step,
        }
      : { amount, value_type: transfer.currency, ...ends };
  return { ...subjectOf(transfer), cause, action: `${resource}.create`, after };
}

/** Null for the supply of a mint or burn. */
function transferTypeOf(end: Transfer["source"] | Transfer["destination"]): string | null {
  return end.medium === "supply" ? null : wayOf(end);
}

export function auditOfChange({ before, after }: TransferStep, cause: Cause): AuditEntry {
  const failure = after.state.status === "failed" ? after.state.failure : undefined;
  const failed =
    after.resource === "transfer"
      ? { failure_type: failure?.type ?? null, failure_code: failure?.code ?? null }
      : { failure_reason: failure?.code ?? null };
  return {
    ...subjectOf(after),
    cause,
    action: `${after.resource}.advance`,
    before: { ...progressOf(before), ...(isRerouted(before, after) ? railOf(before) : {}) },
    after: { ...progressOf(after), ...(isRerouted(before, after) ? railOf(after) : {}), ...failed },
  };
}

function railOf(transfer: Transfer): { readonly destination_transfer_type: string | null } {
  return { destination_transfer_type: transferTypeOf(transfer.destination) };
}

function progressOf(transfer: Transfer): { readonly status: string; readonly step: string } {
  return { status: statusOf(transfer), step: transfer.state.step };
}

function subjectOf({ resource, id, accountId }: Transfer): Pick<AuditEntry, "subject" | "accountId"> {
  return { subject: { type: resource, id }, accountId };
}

/** Event type for each status a transfer reaches. */
const eventTypeOf: Readonly<Record<TransferStatus, EventType>> = {
  pending: defineEventType({
    type: "transfer.created",
    summary: "A transfer was created.",
    schema: Type.Object(fieldsOf("pending")),
    example: exampleOf("pending"),
  }),
  complete: defineEventType({
    type: "transfer.completed",
    summary: "A transfer is `complete`: the destination has received the value.",
    schema: Type.Object(fieldsOf("complete")),
    example: exampleOf("complete"),
  }),
  failed: defineEventType({
    type: "transfer.failed",
    summary:
      "A transfer failed. Can follow `transfer.completed`, because a payout can be returned after the transfer is " +
      "complete.",
    schema: Type.Object({
      ...fieldsOf("failed"),
      failure: Type.Union([Type.Null(), FailureSchema], {
        description: "Null if there is no structured reason; check for null first.",
      }),
    }),
    example: { ...exampleOf("failed"), failure: failureExample() },
  }),
  canceled: defineEventType({
    type: "transfer.canceled",
    summary: "A transfer was canceled before anything was sent.",
    schema: Type.Object(fieldsOf("canceled")),
    example: exampleOf("canceled"),
  }),
};

/** Published when a debit is returned after its money was used. */
export const reversed: EventType = defineEventType({
  type: "transfer.reversed",
  summary:
    "The debit that funded a transfer was returned after it settled. The destination keeps the tokens, and the account " +
    "owes the amount: a claim is open.",
  schema: Type.Object({
    ...fieldsOf("complete"),
    status: Type.Enum([...transferStatuses], { description: "Unchanged by the return." }),
    failure: FailureSchema,
    claim: Type.Object({
      id: IdSchema,
      amount: Type.Object({
        value: Type.String({ pattern: shownAmountPattern(usd.scale), examples: ["250.00"] }),
        currency: Type.Literal(usd.code),
      }),
    }),
  }),
  example: {
    ...exampleOf("complete"),
    failure: failureExample("R10"),
    claim: { id: "01JD7QAV8T0V2X4Z6BDFHKMPRT", amount: { value: "250.00", currency: "USD" } },
  },
});

/** Published when a payout is sent again by another rail. */
export const rerouted: EventType = defineEventType({
  type: "transfer.rerouted",
  summary:
    "The beneficiary's bank could not take the payout of a transfer with `fallback`, and it is sent once more, by another " +
    "rail. The transfer stays `pending`.",
  schema: Type.Object({
    ...fieldsOf("pending"),
    requested_transfer_type: Type.String({ examples: ["rtp_credit"] }),
    transfer_type: Type.String({ examples: ["wire"] }),
    fallback_reason: Type.String({ description: "Reason code of the rejection.", examples: ["AG03"] }),
  }),
  example: {
    ...exampleOf("pending"),
    requested_transfer_type: "rtp_credit",
    transfer_type: "wire",
    fallback_reason: "AG03",
  },
});

export const transferEventTypes: readonly EventType[] = Object.values(eventTypeOf);

function fieldsOf<Status extends TransferStatus>(status: Status) {
  return {
    id: IdSchema,
    account_id: IdSchema,
    status: Type.Literal(status),
    amount: Type.Object(
      {
        value: Type.String({
          pattern: shownAmountPattern(tokenScale),
          description: "A decimal string.",
          examples: ["250.00"],
        }),
        currency: Type.String({ examples: ["USD"] }),
      },
      { description: "Amount as given in the request." },
    ),
  };
}

function exampleOf<Status extends TransferStatus>(status: Status) {
  return {
    id: "01JD7Q4D8Q0R2T4V6X8ZBDFHJK",
    account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    status,
    amount: { value: "250.00", currency: "USD" },
  };
}

function failureExample(code: "R01" | "R10" = "R01") {
  const common = { type: "ach_return" as const, occurred_at: "2026-11-15T10:51:12.000Z" };
  if (code === "R01") {
    const category = "insufficient_funds" as const;
    return { ...common, retriable: true, ach_return: { code, reason: "Insufficient funds", category } };
  }
  const reason = "The customer doesn't know the originator or didn't authorize the debit";
  return { ...common, retriable: false, ach_return: { code, reason, category: "unauthorized" as const } };
}
