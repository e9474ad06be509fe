import type { ApiOperation } from "./operation.ts";

/** Resources with a final status, and their id in a path. */
export const waitable: Readonly<Record<string, string>> = {
  accounts: "account_id",
  automations: "automation_id",
  tokenBurns: "burn_id",
  tokenMints: "mint_id",
  tokens: "value_type",
  tokenTransfers: "transfer_id",
  transfers: "transfer_id",
};
const waitableMethods = new Set(["create", "issue", "deploy", "get"]);

export function isWaitable({ resource, method }: Pick<ApiOperation, "resource" | "method">): boolean {
  return resource in waitable && waitableMethods.has(method);
}
