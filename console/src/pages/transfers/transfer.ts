import type { ResponseBody } from "../../api/client.ts";

/** A transfer in a list across all accounts of the workspace. */
export type WorkspaceTransfer =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/transfers">["transfers"][number];

export type TransferTimeline =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/transfers/{transfer_id}/timeline">;

/** A transfer as returned by the API. */
export type Transfer =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/transfers/{transfer_id}">;

export type TransferType = WorkspaceTransfer["source"]["transfer_type"];

/** As shown: a completed transfer whose debit was returned is reversed, though its status stays `complete`. */
export function shownStatus({ status, reversal }: Pick<WorkspaceTransfer, "status" | "reversal">): string {
  return status === "complete" && reversal !== null ? "reversed" : status;
}

export const transferStatuses = ["pending", "complete", "failed", "canceled", "reversed"] as const;
