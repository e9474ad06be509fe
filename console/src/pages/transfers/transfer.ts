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

export const transferStatuses = ["pending", "complete", "failed", "canceled"] as const;
