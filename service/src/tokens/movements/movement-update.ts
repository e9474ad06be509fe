import type { AuditEntry } from "../../audit/index.ts";
import { type NewEvent, newEvent } from "../../events/index.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import type { Cause } from "../../kernel/cause.ts";
import { formatAmount } from "../../kernel/money.ts";
import { presentFailure } from "../failure-response.ts";
import type { Leg, Movement } from "./movement.ts";
import { eventTypeOf } from "./movement-event-types.ts";

/** The event for the current status: created, completed or failed. Each is published once. */
export function eventOf(movement: Movement): NewEvent {
  const { kind, accountId, state } = movement;
  return newEvent(eventTypeOf[kind][state.status], accountId, dataOf(movement));
}

function dataOf(movement: Movement): Json {
  const { state, asset } = movement;
  return {
    id: movement.id,
    account_id: movement.accountId,
    status: state.status,
    amount: formatAmount({ units: movement.units, asset }),
    value_type: asset.code,
    ...(movement.kind === "mint" ? {} : { source: endOf(movement.source) }),
    ...(movement.kind === "burn" ? {} : { destination: endOf(movement.destination) }),
    failure: state.status === "failed" ? presentFailure(state.failure) : null,
  };
}

function endOf({ addressId, chain }: Leg): Json {
  return { address_id: addressId, transfer_type: chain };
}

export function auditOfCreation(movement: Movement, cause: Cause): AuditEntry {
  const { kind, asset, units } = movement;
  const source = movement.kind === "mint" ? undefined : movement.source;
  const destination = movement.kind === "burn" ? undefined : movement.destination;
  return {
    ...subjectOf(movement),
    cause,
    action: `token_${kind}.create`,
    network: movement.network,
    after: {
      amount: formatAmount({ units, asset }),
      value_type: asset.code,
      source_address_id: source?.addressId ?? null,
      source_transfer_type: source?.chain ?? null,
      destination_address_id: destination?.addressId ?? null,
      destination_transfer_type: destination?.chain ?? null,
    },
  };
}

export function auditOfChange(before: Movement, after: Movement, cause: Cause): AuditEntry {
  return {
    ...subjectOf(after),
    cause,
    action: `token_${after.kind}.advance`,
    before: { status: before.state.status, step: before.state.step },
    after: {
      status: after.state.status,
      step: after.state.step,
      failure_reason: "failure" in after.state ? after.state.failure.reason : null,
    },
  };
}

function subjectOf({ kind, id, accountId }: Movement): Pick<AuditEntry, "subject" | "accountId"> {
  return { subject: { type: `token_${kind}`, id }, accountId };
}
