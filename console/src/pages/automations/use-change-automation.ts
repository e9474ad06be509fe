import { useQueryClient } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { Automation } from "./automation.ts";

export interface AutomationChange {
  readonly name?: string;
  readonly status?: "active" | "disabled" | "archived";
  readonly destination?: Automation["destination"];
}

export function useChangeAutomation(
  accountId: string,
  automationId: string,
): (change: AutomationChange) => Promise<void> {
  const { params } = useWorkspace();
  const queryClient = useQueryClient();
  const path = { ...params, account_id: accountId, automation_id: automationId };
  return async (body) => {
    await send(
      "patch",
      "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/automations/{automation_id}",
      { params: { path }, body, idempotent: true },
    );
    await queryClient.invalidateQueries({ queryKey: ["automation"] });
    await queryClient.invalidateQueries({ queryKey: ["automations"] });
  };
}
