import type { AuditEntry } from "../audit/index.ts";
import type { NewClaim } from "../claims/index.ts";
import { type NewEvent, newEvent } from "../events/index.ts";
import type { Json } from "../kernel/canonical-json.ts";
import type { Cause } from "../kernel/cause.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { tokenScale } from "../tokens/index.ts";
import { presentFailure } from "./failure-response.ts";
import { tokenEventTypeOf } from "./token-flows/token-event-types.ts";
import { tokenFailureOf, tokenStatusOf } from "./token-flows/token-response.ts";
import { type Fallback, statusOf, type TokenLeg, type Transfer, type TransferFailure } from "./transfer.ts";
import { eventTypeOf, rerouted, reversed } from "./transfer-event-types.ts";
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
