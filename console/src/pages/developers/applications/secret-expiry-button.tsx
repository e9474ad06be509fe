import { Select, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { send } from "../../../api/client.ts";
import { DialogButton } from "../../../kit/dialog-button.tsx";
import { Form } from "../../../kit/form.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import { When } from "../../../kit/when.tsx";
import { now } from "../../../system-clock.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import type { Application } from "./application-queries.ts";
import { whyNotHeld } from "./why-not-held.ts";

interface SecretExpiryButtonProps {
  readonly application: Application;
}

/** Sets when the current secret expires. */
export function SecretExpiryButton({ application }: SecretExpiryButtonProps) {
  const workspace = useWorkspace();
  const reason =
    application.secrets.length === 0 ? "It has no active secret" : whyNotHeld(workspace, application);
  return (
    <DialogButton
      label="Set expiry"
      title="Expiry of the secret"
      icon={<CalendarClock size={16} aria-hidden />}
      disabledReason={reason}
    >
      {(close) => <ExpiryForm application={application} onClose={close} />}
    </DialogButton>
  );
}

const path = "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}/secret-expiry";
const never = "never";
const msPerDay = 86_400_000;
const choices = [
  { value: never, label: "Never" },
  ...[7, 30, 90, 180, 365].map((days) => ({ value: String(days), label: `In ${days} days` })),
];

function ExpiryForm({ application, onClose }: SecretExpiryButtonProps & { readonly onClose: () => void }) {
  const { params } = useWorkspace();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState("90");
  const ends = application.secrets[0]?.ends ?? null;
  const save = async () => {
    await send("put", path, {
      params: { path: { ...params, application_id: application.client_id } },
      body: { ends: chosen === never ? null : inDays(Number(chosen)) },
    });
    await queryClient.invalidateQueries({ queryKey: ["applications"] });
    toastSuccess(chosen === never ? "The secret does not expire." : "Expiry set.");
    onClose();
  };
  return (
    <Form label="Save expiry" onCancel={onClose} onSubmit={save}>
      <Text size="sm">
        {ends === null ? (
          "The current secret does not expire."
        ) : (
          <>
            The current secret expires <When at={ends} />.
          </>
        )}{" "}
        Once it has expired, rotate it: it gets no more access tokens.
      </Text>
      <Select
        label="Expires"
        data={choices}
        value={chosen}
        onChange={(value) => value !== null && setChosen(value)}
        allowDeselect={false}
      />
    </Form>
  );
}

function inDays(days: number): string {
  return new Date(now() + days * msPerDay).toISOString();
}
