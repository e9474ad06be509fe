import { useQueryClient } from "@tanstack/react-query";
import { send } from "../../../api/client.ts";
import { toastError, toastSuccess } from "../../../kit/toast.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import type { SubscriptionPlace } from "./webhook-queries.ts";

const path =
  "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/subscriptions/{subscription_id}/test";

interface TestRequest extends SubscriptionPlace {
  /** Default: `webhook.test`. */
  readonly eventType?: string;
}

/** Sends a test event to a webhook and shows how its endpoint responded. */
export function useTestWebhook() {
  const { params } = useWorkspace();
  const queryClient = useQueryClient();
  return async ({ accountId, subscriptionId, eventType }: TestRequest) => {
    const { status, status_code, failure_message } = await send("post", path, {
      params: { path: { ...params, account_id: accountId, subscription_id: subscriptionId } },
      body: eventType === undefined ? {} : { event_type: eventType },
    });
    if (status === "succeeded")
      toastSuccess(`The endpoint responded with ${status_code}.`, "Test event delivered");
    else toastError(new Error(failure_message ?? "No response."), "Test event not delivered");
    await queryClient.invalidateQueries({ queryKey: ["deliveries"] });
  };
}
