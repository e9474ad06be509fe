import type { ResponseBody } from "../../api/client.ts";
import { placeWords } from "../../kit/transfer-type-words.ts";

export type Automation =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/automations/{automation_id}">;

export const automationStatuses = ["pending", "active", "disabled", "archived"] as const;

/** Label of the source: USD by any rail, or a token on its chain. */
export function sourceWords({ source }: Automation): string {
  const { value_type: valueType, transfer_type: chain } = source;
  return chain === undefined
    ? "USD by wire or ACH"
    : placeWords({ value_type: valueType, transfer_type: chain });
}
