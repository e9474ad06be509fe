import { Button, Modal, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { FormFooter } from "../../kit/form-footer.tsx";
import { CreatedLink, type Invited } from "./created-link.tsx";
import { FormAlert } from "./form-alert.tsx";
import { useAttempt } from "./use-attempt.ts";

interface InviteButtonProps {
  readonly title: string;
  readonly roles: { readonly value: string; readonly label: string }[];
  readonly disabledReason: string | undefined;
  readonly onInvite: (email: string, role: string) => Promise<Invited>;
}

/** Button and dialog that invite a user. */
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
  const [invited, setInvited] = useState<Invited>();
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => setInvited(await onInvite(email.trim(), role)));
  };
  if (invited !== undefined) return <CreatedLink invited={invited} onDone={onClose} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Email"
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
        <FormFooter
          label="Send invitation"
          isBusy={isBusy}
          disabled={!email.includes("@")}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
