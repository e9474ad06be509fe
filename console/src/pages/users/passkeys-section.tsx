import { Group, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { get, type ResponseBody, send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Form } from "../../kit/form.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { Section } from "../../kit/section.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { When } from "../../kit/when.tsx";
import { whyNoPasskeys } from "../../session/why-no-passkeys.ts";
import { addPasskey } from "./passkeys.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useRefreshMe } from "./use-refresh-me.ts";

type Passkey = ResponseBody<"/console/api/me/passkeys">["passkeys"][number];

const queryKey = ["me", "passkeys"];

export function PasskeysSection() {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get("/console/api/me/passkeys", { signal }),
  });
  const reason = whyNoPasskeys();
  return (
    <Section
      title="Passkeys"
      description="A credential on your phone, computer or security key. It replaces password and code, and can't be phished."
      flush
      actions={
        <DialogButton
          label="Add passkey"
          title="Add passkey"
          size="xs"
          variant="filled"
          icon={<Plus size={14} aria-hidden />}
          disabledReason={reason}
        >
          {(close) => <AddPasskey onDone={close} />}
        </DialogButton>
      }
    >
      <DataTable
        label="Passkeys"
        columns={columns}
        rows={data?.passkeys}
        rowKey={({ passkey_id }) => passkey_id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No passkeys yet">{reason ?? "Add one to sign in without a password."}</Empty>}
      />
    </Section>
  );
}

const columns: readonly Column<Passkey>[] = [
  { header: "Name", cell: ({ name }) => <Text size="sm">{name}</Text> },
  { header: "Added", cell: ({ created_at }) => <When at={created_at} /> },
  { header: "Last used", cell: ({ last_used_at }) => <When at={last_used_at} /> },
  { header: "Actions", cell: (passkey) => <PasskeyActions passkey={passkey} />, align: "right" },
];

function PasskeyActions({ passkey: { passkey_id, name } }: { readonly passkey: Passkey }) {
  const refreshed = useRefreshPasskeys();
  const path = { passkey_id };
  const remove = async () => {
    await send("delete", "/console/api/me/passkeys/{passkey_id}", { params: { path } });
    await refreshed();
    toastSuccess(`${name} removed.`);
  };
  return (
    <Group gap="xs" justify="flex-end">
      <DialogButton label="Rename" title={`Rename ${name}`} aria-label={`Rename ${name}`} size="xs">
        {(close) => (
          <NameForm
            initial={name}
            label="Rename"
            onName={async (next) => {
              const body = { name: next };
              await send("patch", "/console/api/me/passkeys/{passkey_id}", { params: { path }, body });
              await refreshed();
              close();
            }}
          />
        )}
      </DialogButton>
      <ConfirmButton
        label="Remove"
        title={`Remove ${name}?`}
        explain="It no longer works. Remove it from your device, too."
        danger
        size="xs"
        onConfirm={remove}
      />
    </Group>
  );
}

function AddPasskey({ onDone }: { readonly onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const refreshed = useRefreshPasskeys();
  if (codes.length > 0) return <RecoveryCodes codes={codes} doneLabel="Done" onDone={onDone} />;
  return (
    <NameForm
      initial=""
      label="Continue"
      onName={async (name) => {
        const { recovery_codes } = await addPasskey(name);
        await refreshed();
        toastSuccess(`${name} added.`);
        if (recovery_codes.length === 0) onDone();
        else setCodes(recovery_codes);
      }}
    />
  );
}

interface NameFormProps {
  readonly initial: string;
  readonly label: string;
  readonly onName: (name: string) => Promise<void>;
}

function NameForm({ initial, label, onName }: NameFormProps) {
  const [name, setName] = useState(initial);
  return (
    <Form label={label} disabled={name.trim() === ""} onSubmit={() => onName(name.trim())}>
      <TextInput
        label="Name"
        description="Helps you recognize it, such as “Work laptop”."
        required
        maxLength={maxLengths.registerPasskey.name}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Form>
  );
}

function useRefreshPasskeys(): () => Promise<void> {
  const queryClient = useQueryClient();
  const refreshMe = useRefreshMe();
  return async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey }), refreshMe()]);
  };
}
