import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { Archive, Pencil, Power, Send } from "lucide-react";
import { useState } from "react";
import { send } from "../../../api/client.ts";
import { ConfirmButton } from "../../../kit/confirm-button.tsx";
import { toastError, toastSuccess } from "../../../kit/toast.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { RotateButton } from "../rotate-button.tsx";
import { ReplayButton } from "./replay-button.tsx";
import type { SubscriptionPath } from "./subscription-path.ts";
import { WebhookForm, type WebhookWish } from "./webhook-form.tsx";
import type { Subscription, SubscriptionPlace } from "./webhook-queries.ts";

const changePath =
  "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/subscriptions/{subscription_id}";
const maxOverlapSeconds = 7 * 86_400;

interface WebhookActionsProps {
  readonly place: SubscriptionPlace;
  readonly subscription: Subscription;
  readonly onSecret: (secret: string) => void;
}

/** What can be done to one subscription; to an archived one nothing any more. */
export function WebhookActions({ place, subscription, onSecret }: WebhookActionsProps) {
  const { params, can } = useWorkspace();
  const queryClient = useQueryClient();
  if (subscription.status === "archived" || !can("webhooks:write")) return null;
  const path = { ...params, account_id: place.accountId, subscription_id: place.subscriptionId };
  const renew = () => queryClient.invalidateQueries({ queryKey: ["webhooks"] });
  const change = async (body: Partial<WebhookWish> & { status?: "active" | "disabled" }) => {
    await send("patch", changePath, { params: { path }, body });
    await renew();
  };
  const rotate = async (overlapSeconds: number) => {
    const body = { overlap_seconds: overlapSeconds };
    const answer = await send("post", `${changePath}/rotate-secret`, { params: { path }, body });
    onSecret(answer.sharedSecret);
    await renew();
  };
  const archive = async () => {
    await send("delete", changePath, { params: { path } });
    toastSuccess("The webhook is archived.");
    await renew();
  };
  return (
    <>
      {subscription.status === "active" ? <TestButton path={path} /> : null}
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
        explain="Nothing is sent any more, also nothing that waits. Its history can still be read. It cannot be undone."
        onConfirm={archive}
      />
    </>
  );
}

function TestButton({ path }: { readonly path: SubscriptionPath }) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const test = async () => {
    setIsBusy(true);
    try {
      const { status, status_code, failure_message } = await send("post", `${changePath}/test`, {
        params: { path },
      });
      if (status === "succeeded") toastSuccess(`The endpoint answered ${status_code}.`, "The test arrived");
      else toastError(new Error(failure_message ?? "Nobody answered."), "The test did not arrive");
      await queryClient.invalidateQueries({ queryKey: ["deliveries"] });
    } catch (thrown) {
      toastError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button leftSection={<Send size={16} aria-hidden />} onClick={() => void test()} loading={isBusy}>
      Send a test
    </Button>
  );
}

interface ChangeProps {
  readonly subscription: Subscription;
  readonly onChange: (change: Partial<WebhookWish> & { status?: "active" | "disabled" }) => Promise<unknown>;
}

function EditButton({ subscription: { url, events, description }, onChange }: ChangeProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const save = async (wish: WebhookWish) => {
    await onChange(wish);
    toastSuccess("The webhook was changed.");
    close();
  };
  return (
    <>
      <Button variant="default" leftSection={<Pencil size={16} aria-hidden />} onClick={open}>
        Edit
      </Button>
      <Modal opened={isOpen} onClose={close} title="Edit the webhook" centered size="lg">
        <WebhookForm
          initial={{ url, events, description }}
          submitLabel="Save"
          onSubmit={save}
          onCancel={close}
        />
      </Modal>
    </>
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
        explain="Nothing is put in line for it until it is active again. What happens meanwhile can be replayed."
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
      explain="Events that happen from now on are sent again. Replay what it missed."
      onConfirm={() => onChange({ status: "active" })}
    />
  );
}
