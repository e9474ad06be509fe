import Type from "typebox";
import { defineEventType, type EventType, type NewEvent, newEvent } from "../events/index.ts";
import { IdSchema, nullableString } from "../http/schemas.ts";
import type { AccountId } from "../kernel/id.ts";
import { type Approval, type ApprovalStatus, approvalStatuses } from "./approval.ts";
import { shownCents } from "./controls.ts";
import { controlledOperations } from "./rule.ts";

const schema = Type.Object({
  id: IdSchema,
  account_id: IdSchema,
  operation: Type.Enum([...controlledOperations]),
  status: Type.Enum([...approvalStatuses]),
  dollars: nullableString({ description: "Amount in dollars, one to one; null for operations without one." }),
});

function exampleOf<Status extends ApprovalStatus>(status: Status) {
  return {
    id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    account_id: "01JD7Q2M8W3T5V6X9YZABCDEFH",
    operation: "transfer" as const,
    status,
    dollars: "25000.00",
  };
}

const types = {
  requested: defineEventType({
    type: "approval.requested",
    summary: "An operation waits for approvals.",
    schema,
    example: exampleOf("pending"),
  }),
  approved: defineEventType({
    type: "approval.approved",
    summary: "A user approved an operation; others may still have to.",
    schema,
    example: exampleOf("pending"),
  }),
  executed: defineEventType({
    type: "approval.executed",
    summary: "An operation has all approvals and was carried out.",
    schema,
    example: exampleOf("executed"),
  }),
  failed: defineEventType({
    type: "approval.failed",
    summary: "An operation has all approvals, but was refused when it was carried out.",
    schema,
    example: exampleOf("failed"),
  }),
  rejected: defineEventType({
    type: "approval.rejected",
    summary: "A user rejected an operation that waited for approvals.",
    schema,
    example: exampleOf("rejected"),
  }),
  canceled: defineEventType({
    type: "approval.canceled",
    summary: "An operation that waited for approvals was canceled.",
    schema,
    example: exampleOf("canceled"),
  }),
  expired: defineEventType({
    type: "approval.expired",
    summary: "An operation did not get its approvals in time.",
    schema,
    example: exampleOf("expired"),
  }),
} as const;

export const approvalEventTypes: readonly EventType[] = Object.values(types);

/** Events of approvals belong to the managing account. */
export function newApprovalEvent(event: keyof typeof types, approval: Approval): NewEvent {
  const { id, operation, status, cents, tenantId } = approval;
  const accountId = tenantId as string as AccountId;
  const data = { id, account_id: accountId, operation, status, dollars: shownCents(cents) };
  return newEvent(types[event], accountId, data);
}
