import { type AuditDeps, type AuditedFields, auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { Freeze } from "./freeze.ts";

/** In the audit log of the tenant that issues the token, or the platform's. */
export function auditFreeze(
  deps: AuditDeps,
  tx: Transaction,
  { cause, action, before, after }: FreezeChange,
): Promise<void> {
  const { id, network, token } = after;
  return auditChange(deps, tx, {
    cause,
    action,
    of: { tenantId: token.tenantId, network, id },
    before: before && { status: before.state.status },
    after: { ...fieldsOf(after), ...reasonOf(action, after) },
  });
}

interface FreezeChange {
  readonly cause: Cause;
  readonly action: "freeze.create" | "freeze.lift" | "freeze.settle";
  readonly before?: Freeze;
  readonly after: Freeze;
}

function fieldsOf({ state, token, chain, address }: Freeze) {
  const failure = failureOf(state)?.reason;
  return { status: state.status, value_type: token.valueType, chain, address, failure };
}

function failureOf(state: Freeze["state"]) {
  if (state.status === "failed") return state.failure;
  return state.status === "frozen" ? state.last?.failure : undefined;
}

/** Only orders have a reason, not their completion. */
function reasonOf(action: string, { reason, state }: Freeze): AuditedFields {
  if (action === "freeze.create") return { reason };
  return action === "freeze.lift" && state.status === "unfreezing" ? { reason: state.order.reason } : {};
}
