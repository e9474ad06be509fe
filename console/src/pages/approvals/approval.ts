import { get, type ResponseBody, send } from "../../api/client.ts";
import type { ListPlace } from "../../kit/list/use-list-place.tsx";
import { workspaceAddress } from "../../kit/list/use-list-totals.ts";
import { moneyWords } from "../../kit/money-words.ts";
import { statusWords } from "../../kit/status-tone.ts";
import { useMaybeWorkspace, type Workspace } from "../../workspace/use-workspace.ts";
import { workspacePath } from "../../workspace/workspace-path.ts";

export type ApprovalList = ResponseBody<"/console/api/approvals">;
export type ShownApproval = ApprovalList["approvals"][number];
export type ApprovalStatus = ShownApproval["approval"]["status"];
export type Verb = "approve" | "reject" | "cancel" | "comments";

export const approvalStatuses: readonly ApprovalStatus[] = [
  "pending",
  "executed",
  "failed",
  "rejected",
  "canceled",
  "expired",
];

interface ListQuery extends ListPlace {
  readonly status: ApprovalStatus | undefined;
}

/** The approvals of this workspace or, among the pages for operators, those that operators must decide. */
export interface ApprovalSource {
  /** Distinguishes the sources in the query cache. */
  /** Of the list, for its totals and its file. */
  readonly address: string;
  readonly key: string;
  readonly mayDecide: boolean;
  readonly page: (...segments: readonly string[]) => string;
  readonly list: (query: ListQuery, signal: AbortSignal) => Promise<ApprovalList>;
  readonly show: (id: string, signal: AbortSignal) => Promise<ShownApproval>;
  readonly decide: (id: string, verb: Verb, comment: string | undefined) => Promise<unknown>;
  /** The secret of an operation, for its requester, once. Undefined where no operation returns one. */
  readonly takeResult: ((id: string) => Promise<unknown>) | undefined;
}

export function useApprovals(mayDecideAsOperator: boolean): ApprovalSource {
  const workspace = useMaybeWorkspace();
  return workspace === undefined ? ofOperators(mayDecideAsOperator) : ofWorkspace(workspace);
}

function ofOperators(mayDecide: boolean): ApprovalSource {
  return {
    key: "operators",
    address: "/console/api/approvals",
    mayDecide,
    page: (...segments) => ["/ops", ...segments].join("/"),
    list: (query, signal) => get("/console/api/approvals", { params: { query }, signal }),
    show: (id, signal) =>
      get("/console/api/approvals/{approval_id}", { params: { path: { approval_id: id } }, signal }),
    decide: (id, verb, comment) => {
      const params = { path: { approval_id: id } };
      return verb === "comments"
        ? send("post", "/console/api/approvals/{approval_id}/comments", {
            params,
            body: { comment: comment ?? "" },
          })
        : send("post", `/console/api/approvals/{approval_id}/${verb}`, { params, body: bodyOf(comment) });
    },
    takeResult: undefined,
  };
}

function ofWorkspace({ params, tenantId, network, can }: Workspace): ApprovalSource {
  const path = (id: string) => ({ ...params, approval_id: id });
  const decisions = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/approvals";
  return {
    key: `${tenantId} ${network}`,
    address: `${workspaceAddress(params)}/approvals`,
    mayDecide: can("approvals:write"),
    page: (...segments) => workspacePath(tenantId, network, ...segments),
    list: (query, signal) =>
      get("/console/api/workspaces/{tenant_id}/{network}/approvals", {
        params: { path: params, query },
        signal,
      }),
    show: (id, signal) =>
      get("/console/api/workspaces/{tenant_id}/{network}/approvals/{approval_id}", {
        params: { path: path(id) },
        signal,
      }),
    decide: (id, verb, comment) => {
      const place = { path: { ...path(id), account_id: tenantId } };
      return verb === "comments"
        ? send("post", `${decisions}/{approval_id}/comments`, {
            params: place,
            body: { comment: comment ?? "" },
            idempotent: true,
          })
        : send("post", `${decisions}/{approval_id}/${verb}`, {
            params: place,
            body: bodyOf(comment),
            idempotent: true,
          });
    },
    takeResult: async (id) => {
      const taken = await send(
        "post",
        "/console/api/workspaces/{tenant_id}/{network}/approvals/{approval_id}/result",
        { params: { path: path(id) } },
      );
      return taken.result;
    },
  };
}

function bodyOf(comment: string | undefined): { readonly comment?: string } {
  return comment === undefined || comment === "" ? {} : { comment };
}

/** `token_mint` is "Token mint". */
export const operationWords = statusWords;

/** "Transfer of $75,000.00" */
export function approvalTitle({ approval: { operation, dollars } }: ShownApproval): string {
  const words = operationWords(operation);
  return dollars === null ? words : `${words} of ${moneyWords(dollars, "USD")}`;
}

const recipientLabels: readonly string[] = ["Destination", "Destination address", "Address"];

/** Who would get the money: "Acme Supplies LLC *****1100 (bank 021000021)". */
export function recipientWords({ facts }: Pick<ShownApproval, "facts">): string | undefined {
  return facts.find(({ label }) => recipientLabels.includes(label))?.value;
}

/** A user or an application by name. */
export function partyWords(
  { names }: ShownApproval,
  party: { readonly type: string; readonly id: string },
): string {
  return names[party.id] ?? party.id;
}

/** "2 of admin or compliance, by the platform's rule". */
export function demandWords({
  approvals,
  approver_roles: roles,
  set_by: setBy,
}: ShownApproval["approval"]["demands"][number]): string {
  const who = roles.map((role) => role.replaceAll("_", " ")).join(" or ");
  return `${approvals} × ${who}${setBy === "platform" ? " (operators)" : ""}`;
}
