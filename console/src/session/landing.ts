import { lastWorkspace } from "../workspace/last-workspace.ts";
import { workspacePath } from "../workspace/workspace-path.ts";
import type { Me } from "./me.ts";

/** Start page of the console: the last workspace, if the user still has access to it. */
export function landingPath(me: Me): string {
  const last = lastWorkspace();
  const isOperator = me.operator_role !== null;
  if (last !== undefined && (isOperator || isMember(me, last.tenantId))) {
    return workspacePath(last.tenantId, last.network);
  }
  if (isOperator) return "/ops";
  const [first] = me.memberships;
  return first === undefined ? "/me" : workspacePath(first.tenant_id, "testnet");
}

function isMember(me: Me, tenantId: string): boolean {
  return me.memberships.some((membership) => membership.tenant_id === tenantId);
}
