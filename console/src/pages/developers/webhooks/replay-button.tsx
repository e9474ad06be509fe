import { Button, Checkbox, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { send } from "../../../api/client.ts";
import { FormFooter } from "../../../kit/form-footer.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import { useSubmission } from "../use-submission.ts";
import type { SubscriptionPath } from "./subscription-path.ts";

const replayPath =
  "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/subscriptions/{subscription_id}/replay";

/** Resends the events of a time range. */
export function ReplayButton({ path }: { readonly path: SubscriptionPath }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<History size={16} aria-hidden />} onClick={open}>
        Replay
      </Button>
      <Modal opened={isOpen} onClose={close} title="Replay events" centered>
        <ReplayForm path={path} onClose={close} />
      </Modal>
    </>
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
  const { isBusy, error, submit } = useSubmission(async () => {
    const body = {
      since: inUtc(since),
      only_failed: onlyFailed,
      ...(until === "" ? {} : { until: inUtc(until) }),
    };
    const { count } = await send("post", replayPath, { params: { path }, body, idempotent: true });
    toastSuccess(count === 1 ? "1 event queued for resending." : `${count} events queued for resending.`);
    await queryClient.invalidateQueries({ queryKey: ["deliveries"] });
    onClose();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
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
        <FormFooter label="Replay events" isBusy={isBusy} error={error} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Converts a local time to UTC (RFC 3339). */
function inUtc(local: string): string {
  return new Date(local).toISOString();
}
