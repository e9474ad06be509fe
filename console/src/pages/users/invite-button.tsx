import { Button, Group, Modal, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { FormAlert } from "./form-alert.tsx";
import { ShownLink } from "./shown-link.tsx";
import { useAttempt } from "./use-attempt.ts";

interface InviteButtonProps {
  readonly title: string;
  readonly roles: { readonly value: string; readonly label: string }[];
  readonly disabledReason: string | undefined;
  /** Creates and returns the link. */
  readonly onInvite: (email: string, role: string) => Promise<string>;
}

/** Button and dialog that invite a user and show the link. */
export function InviteButton(props: InviteButtonProps) {
  const { title, disabledReason } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        leftSection={<UserPlus size={16} aria-hidden />}
        onClick={open}
        disabled={disabledReason !== undefined}
        title={disabledReason}
      >
        Invite
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} centered>
        <InviteForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function InviteForm({ roles, onInvite, onClose }: InviteButtonProps & { readonly onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState(roles.at(-1)?.value ?? "");
  const [link, setLink] = useState<string>();
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => setLink(await onInvite(email.trim(), role)));
  };
  if (link !== undefined) return <ShownLink link={link} onDone={onClose} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Email"
          description="No email is sent. You share the link yourself."
          type="email"
          required
          autoComplete="off"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          data={roles}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
        />
        <FormAlert error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={!email.includes("@")}>
            Create link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
