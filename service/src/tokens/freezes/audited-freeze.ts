import type { AuditEntry, AuditedFields } from "../../audit/index.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { Freeze } from "./freeze.ts";

/** The audit log of the tenant that issues the token, or the platform's. */
export function auditScopeOf({ network, token }: Freeze): {
  readonly tenantId: TenantId | undefined;
  readonly network: Network;
} {
  return { tenantId: token.tenantId, network };
}

/** Audit log entry of a step of a freeze. */
export function auditOfFreeze(
  action: "freeze.create" | "freeze.lift" | "freeze.settle",
  cause: Cause,
  { before, after }: { readonly before?: Freeze; readonly after: Freeze },
): AuditEntry {
  return {
    cause,
    action,
    subject: { type: "freeze", id: after.id },
    ...(before === undefined ? {} : { before: { status: before.state.status } }),
    after: { ...fieldsOf(after), ...reasonOf(action, after) },
  };
}

function fieldsOf({ state, token, chain, address }: Freeze): AuditedFields {
  const failure = failureOf(state);
  return {
    status: state.status,
    value_type: token.valueType,
    chain,
    address,
    ...(failure === undefined ? {} : { failure: failure.reason }),
  };
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
