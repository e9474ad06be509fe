import { Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { send } from "../../../api/client.ts";
import { ConfirmButton } from "../../../kit/confirm-button.tsx";
import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { DialogButton } from "../../../kit/dialog-button.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { Form } from "../../../kit/form.tsx";
import { Section } from "../../../kit/section.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import { When } from "../../../kit/when.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import type { Application } from "./application-queries.ts";
import { whyNotHeld } from "./why-not-held.ts";

interface KeysSectionProps {
  readonly application: Application;
}

type Key = Application["keys"][number];

/** Public keys, with which an application authenticates without a secret (RFC 7523). */
export function KeysSection({ application }: KeysSectionProps) {
  return (
    <Section
      title="Public keys"
      description="Authenticate with a signed assertion (private_key_jwt) instead of the secret. The private key never leaves your systems."
      actions={application.revoked === null ? <AddKeyButton application={application} /> : undefined}
      flush
    >
      <DataTable
        label="Public keys"
        columns={columnsFor(application)}
        rows={application.keys}
        rowKey={({ kid }) => kid}
        empty={<Empty title="No public keys" />}
      />
    </Section>
  );
}

function columnsFor(application: Application): readonly Column<Key>[] {
  return [
    {
      header: "Key ID",
      cell: ({ kid }) => (
        <Text component="span" ff="monospace" size="sm" style={{ overflowWrap: "anywhere" }}>
          {kid}
        </Text>
      ),
    },
    { header: "Algorithms", cell: ({ algorithms }) => algorithms.join(", ") },
    { header: "Added", cell: ({ created }) => <When at={created} /> },
    {
      header: "",
      cell: ({ kid }) => <RevokeKeyButton application={application} kid={kid} />,
      align: "right",
    },
  ];
}

const addPath = "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}/keys";
const revokePath = "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}/revoke-key";

function AddKeyButton({ application }: KeysSectionProps) {
  const disabledReason = whyNotHeld(useWorkspace(), application);
  return (
    <DialogButton
      label="Add public key"
      title="Add public key"
      size="xs"
      icon={<KeyRound size={14} aria-hidden />}
      disabledReason={disabledReason}
      dialogSize="lg"
    >
      {(close) => <AddKeyForm application={application} onClose={close} />}
    </DialogButton>
  );
}

function AddKeyForm({ application, onClose }: KeysSectionProps & { readonly onClose: () => void }) {
  const { params } = useWorkspace();
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const add = async () => {
    const path = { ...params, application_id: application.client_id };
    await send("post", addPath, { params: { path }, body: { public_key: text } });
    await queryClient.invalidateQueries({ queryKey: ["applications"] });
    toastSuccess("Key added.");
    onClose();
  };
  return (
    <Form label="Add key" onCancel={onClose} onSubmit={add}>
      <Textarea
        label="Public key"
        description="PEM or JWK: Ed25519, P-256 or RSA. Never paste the private key."
        required
        autosize
        minRows={6}
        maxRows={16}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Form>
  );
}

function RevokeKeyButton({ application, kid }: KeysSectionProps & { readonly kid: string }) {
  const { params, can } = useWorkspace();
  const queryClient = useQueryClient();
  const revoke = async () => {
    const path = { ...params, application_id: application.client_id };
    await send("post", revokePath, { params: { path }, body: { kid } });
    await queryClient.invalidateQueries({ queryKey: ["applications"] });
    toastSuccess("Key revoked.");
  };
  return (
    <ConfirmButton
      label="Revoke key"
      title="Revoke this key?"
      size="xs"
      danger
      disabledReason={can("applications.write") ? undefined : "Your role can't revoke keys"}
      explain="Assertions signed with it are rejected from now on. Tokens already issued stay valid for up to one hour."
      onConfirm={revoke}
    />
  );
}
