import type { AuditEntry } from "../audit/index.ts";
import { type NewEvent, newEvent } from "../events/index.ts";
import type { Json } from "../kernel/canonical-json.ts";
import type { Cause } from "../kernel/cause.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { tokenScale } from "../tokens/index.ts";
import { presentFailure } from "./failure-response.ts";
import type { Transfer } from "./transfer.ts";
import { eventTypeOf } from "./transfer-event-types.ts";
import type { TransferStep } from "./transfer-step.ts";

/** The event for the current status: created, completed, failed or canceled. Each is published at most once. */
export function eventOf(transfer: Transfer): NewEvent {
  const { accountId, state } = transfer;
  return newEvent(eventTypeOf[state.status], accountId, dataOf(transfer));
}

/** Published only on status changes; steps in between are internal. */
export function eventsOf({ before, after }: TransferStep): readonly NewEvent[] {
  return before.state.status === after.state.status ? [] : [eventOf(after)];
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

/** Amount as given in the request. */
export function amountOf({ units, currency }: Transfer): {
  readonly value: string;
  readonly currency: string;
} {
  return { value: formatAmount({ units, asset: { code: currency, scale: tokenScale } }), currency };
}

export function auditOfCreation(transfer: Transfer, cause: Cause): AuditEntry {
  const { source, destination, state } = transfer;
  return {
    ...subjectOf(transfer),
    cause,
    action: "transfer.create",
    network: transfer.network,
    after: {
      flow: transfer.flow,
      amount: amountOf(transfer).value,
      currency: transfer.currency,
      fee: formatAmount({ units: transfer.feeCents, asset: usd }),
      source_address_id: source.addressId ?? null,
      source_transfer_type: source.medium === "bank" ? source.rail : source.chain,
      destination_address_id: destination.addressId,
      destination_transfer_type: destination.medium === "bank" ? destination.rail : destination.chain,
      automation_id: transfer.automationId ?? null,
      step: state.step,
    },
  };
}

export function auditOfChange({ before, after }: TransferStep, cause: Cause): AuditEntry {
  const failure = after.state.status === "failed" ? after.state.failure : undefined;
  return {
    ...subjectOf(after),
    cause,
    action: "transfer.advance",
    before: { status: before.state.status, step: before.state.step },
    after: {
      status: after.state.status,
      step: after.state.step,
      failure_type: failure?.type ?? null,
      failure_code: failure?.code ?? null,
    },
  };
}

function subjectOf({ id, accountId }: Transfer): Pick<AuditEntry, "subject" | "accountId"> {
  return { subject: { type: "transfer", id }, accountId };
}
