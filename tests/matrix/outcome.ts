import type { Network } from "../../service/src/kernel/id.ts";
import type { MemberRole, OperatorRole } from "../../service/src/users/roles/role.ts";
import type { Operation } from "./operation.ts";
import type { Table } from "./table.ts";

/** Decision of the guard; `passes` means that the request got through, whatever its result. */
export type Outcome =
  | "passes"
  | "cross_site_request"
  | "sign_in_required"
  | "not_permitted"
  | "second_factor_required"
  | "no such workspace"
  | "no such path in this network"
  | `fault: ${string}`;

/** A caller of the console API. */
export interface Caller {
  readonly name: string;
  readonly cookie: string | undefined;
  /** Completed sign-in steps. */
  readonly stage: "nothing" | "password" | "everything";
  readonly operatorRole?: OperatorRole;
  /** Role in the tenant whose workspaces are called. */
  readonly memberRole?: MemberRole;
  readonly hasFreshFactor: boolean;
}

/** The outcome according to the table. */
export function expectedOutcome(
  table: Table,
  operation: Operation,
  caller: Caller,
  network: Network,
): Outcome {
  const { permission } = operation;
  if (table.open.has(permission)) {
    const column = { nothing: "Anonymous", password: "Password only", everything: "Signed in" }[caller.stage];
    if (table.open.get(permission)?.get(column) !== true) return "sign_in_required";
    return mustShowFactor(operation, caller) ? "second_factor_required" : "passes";
  }
  if (caller.stage !== "everything") return "sign_in_required";
  const isPlatform = table.platform.has(permission);
  if (!isPlatform && caller.operatorRole === undefined && caller.memberRole === undefined)
    return "no such workspace";
  const isAllowed = isPlatform
    ? isAllowedOverAll(table, permission, caller)
    : columnsOf(caller, network).some((column) => table.workspace.get(permission)?.get(column) === true);
  if (!isAllowed) return "not_permitted";
  if (mustShowFactor(operation, caller)) return "second_factor_required";
  const isElsewhere = operation.network !== undefined && operation.network !== network;
  return isElsewhere && operation.isInWorkspace ? "no such path in this network" : "passes";
}

function mustShowFactor({ isSensitive }: Operation, { hasFreshFactor, stage }: Caller): boolean {
  return isSensitive && stage === "everything" && !hasFreshFactor;
}

function isAllowedOverAll({ platform }: Table, permission: string, { operatorRole }: Caller): boolean {
  return operatorRole !== undefined && platform.get(permission)?.get(operatorRole) === true;
}

function columnsOf({ operatorRole, memberRole }: Caller, network: Network): readonly string[] {
  const member = memberRole === "developer" ? `member developer, ${network}` : `member ${memberRole}`;
  return [
    ...(operatorRole === undefined ? [] : [`operator ${operatorRole}`]),
    ...(memberRole === undefined ? [] : [member]),
  ];
}

/** The actual outcome. A refusal of the guard is distinguished from later ones by its code and detail. */
export function outcomeOf(
  status: number,
  body: { readonly code?: string; readonly detail?: string },
): Outcome {
  const { code = "", detail = "" } = body;
  if (status >= 500) return `fault: ${status} ${detail}`;
  if (status === 404 && detail === "there is no workspace with this id") return "no such workspace";
  if (status === 404 && /^there is no such path on (?:test|main)net$/.test(detail))
    return "no such path in this network";
  if (status === 404 && detail === "there is no such path") return `fault: ${detail}`;
  switch (code) {
    case "cross_site_request":
    case "sign_in_required":
    case "not_permitted":
    case "second_factor_required":
      return code;
    case "unauthorized":
    case "invalid_dpop_proof":
    case "ip_not_allowed":
    case "insufficient_scope":
    case "rate_limited":
      return `fault: ${code}`;
    default:
      return "passes";
  }
}
