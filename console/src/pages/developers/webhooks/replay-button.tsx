import { Checkbox, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { send } from "../../../api/client.ts";
import { DialogButton } from "../../../kit/dialog-button.tsx";
import { Form } from "../../../kit/form.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import type { SubscriptionPath } from "./subscription-path.ts";

const replayPath =
  "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/subscriptions/{subscription_id}/replay";

/** Resends the events of a time range. */
export function ReplayButton({ path }: { readonly path: SubscriptionPath }) {
  return (
    <DialogButton label="Replay" title="Replay events" icon={<History size={16} aria-hidden />}>
      {(close) => <ReplayForm path={path} onClose={close} />}
    </DialogButton>
  );
}

interface ReplayFormProps {
  readonly path: SubscriptionPath;
  readonly onClose: () => void;
}

function ReplayForm({ path, onClose }: ReplayFormProps) {
  const queryClient = useQueryClient();
  const [since, setSince] = useState("");
  const [until, setUntil] = useState("");
  const [onlyFailed, setOnlyFailed] = useState(true);
  const replay = async () => {
    const body = {
      since: inUtc(since),
      only_failed: onlyFailed,
      ...(until === "" ? {} : { until: inUtc(until) }),
    };
    const { count } = await send("post", replayPath, { params: { path }, body, idempotent: true });
    toastSuccess(count === 1 ? "1 event queued for resending." : `${count} events queued for resending.`);
    await queryClient.invalidateQueries({ queryKey: ["deliveries"] });
    onClose();
  };
  return (
    <Form label="Replay events" onCancel={onClose} onSubmit={replay}>
      <Text size="sm">
        Your endpoint may receive events that it has already processed. Deduplicate them by event ID.
      </Text>
      <TextInput
        label="From"
        description="In your local time zone."
        type="datetime-local"
        step={1}
        required
        value={since}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
      <TextInput
        label="Until"
        description="Exclusive. Defaults to now."
        type="datetime-local"
        step={1}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <Checkbox
        label="Only events that were never delivered successfully"
        checked={onlyFailed}
        onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
      />
    </Form>
  );
}

/** Converts a local time to UTC (RFC 3339). */
function inUtc(local: string): string {
  return new Date(local).toISOString();
}
