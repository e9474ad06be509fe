import { useQueryClient } from "@tanstack/react-query";
import { Archive, Pencil, Power, Send } from "lucide-react";
import { send } from "../../../api/client.ts";
import { ActionButton } from "../../../kit/action-button.tsx";
import { ConfirmButton } from "../../../kit/confirm-button.tsx";
import { DialogButton } from "../../../kit/dialog-button.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { RotateButton } from "../rotate-button.tsx";
import { ReplayButton } from "./replay-button.tsx";
import { useTestWebhook } from "./use-test-webhook.ts";
import { WebhookForm, type WebhookInput } from "./webhook-form.tsx";
import type { Subscription, SubscriptionPlace } from "./webhook-queries.ts";

const changePath =
  "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/subscriptions/{subscription_id}";
const maxOverlapSeconds = 7 * 86_400;

interface WebhookActionsProps {
  readonly place: SubscriptionPlace;
  readonly subscription: Subscription;
  readonly onSecret: (secret: string) => void;
}

/** Actions on a subscription. Archived subscriptions have none. */
export function WebhookActions({ place, subscription, onSecret }: WebhookActionsProps) {
  const { params, can } = useWorkspace();
  const queryClient = useQueryClient();
  if (subscription.status === "archived" || !can("webhooks:write")) return null;
  const path = { ...params, account_id: place.accountId, subscription_id: place.subscriptionId };
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["webhooks"] });
  const change = async (body: Partial<WebhookInput> & { status?: "active" | "disabled" }) => {
    await send("patch", changePath, { params: { path }, body });
    await refresh();
  };
  const rotate = async (overlapSeconds: number) => {
    const body = { overlap_seconds: overlapSeconds };
    const response = await send("post", `${changePath}/rotate-secret`, { params: { path }, body });
    onSecret(response.sharedSecret);
    await refresh();
  };
  const archive = async () => {
    await send("delete", changePath, { params: { path } });
    toastSuccess("Webhook archived.");
    await refresh();
  };
  return (
    <>
      {subscription.status === "active" ? <TestButton place={place} /> : null}
      {subscription.status === "active" ? <ReplayButton path={path} /> : null}
      <EditButton subscription={subscription} onChange={change} />
      <RotateButton
        explain="You get a new signing secret, shown once. During the overlap each delivery carries both signatures."
        maxOverlapSeconds={maxOverlapSeconds}
        onRotate={rotate}
      />
      <SwitchButton subscription={subscription} onChange={change} />
      <ConfirmButton
        label="Archive"
        title="Archive this webhook?"
        danger
        icon={<Archive size={16} aria-hidden />}
        explain="No more events are sent, including queued ones. The delivery history stays available. This can't be undone."
        onConfirm={archive}
      />
    </>
  );
}

function TestButton({ place }: { readonly place: SubscriptionPlace }) {
  const test = useTestWebhook();
  return (
    <ActionButton leftSection={<Send size={16} aria-hidden />} onAct={() => test(place)}>
      Send test event
    </ActionButton>
  );
}

interface ChangeProps {
  readonly subscription: Subscription;
  readonly onChange: (change: Partial<WebhookInput> & { status?: "active" | "disabled" }) => Promise<unknown>;
}

function EditButton({ subscription: { url, events, description }, onChange }: ChangeProps) {
  return (
    <DialogButton label="Edit" title="Edit webhook" icon={<Pencil size={16} aria-hidden />} dialogSize="lg">
      {(close) => (
        <WebhookForm
          initial={{ url, events, description }}
          submitLabel="Save"
          onSubmit={async (webhook) => {
            await onChange(webhook);
            toastSuccess("Webhook updated.");
            close();
          }}
          onCancel={close}
        />
      )}
    </DialogButton>
  );
}

function SwitchButton({ subscription: { status }, onChange }: ChangeProps) {
  const icon = <Power size={16} aria-hidden />;
  if (status === "active") {
    return (
      <ConfirmButton
        key="disable"
        label="Disable"
        title="Disable this webhook?"
        icon={icon}
        explain="No events are queued until it is enabled again. You can replay the events it missed."
        onConfirm={() => onChange({ status: "disabled" })}
      />
    );
  }
  return (
    <ConfirmButton
      key="enable"
      label="Enable"
      title="Enable this webhook?"
      icon={icon}
      explain="New events are sent again. Replay the events it missed."
      onConfirm={() => onChange({ status: "active" })}
    />
  );
}
