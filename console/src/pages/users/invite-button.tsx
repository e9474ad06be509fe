import { NativeSelect, TextInput } from "@mantine/core";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { Form } from "../../kit/form.tsx";
import { CreatedLink, type Invited } from "./created-link.tsx";

interface InviteButtonProps {
  readonly title: string;
  readonly roles: { readonly value: string; readonly label: string }[];
  readonly disabledReason: string | undefined;
  readonly onInvite: (email: string, role: string) => Promise<Invited>;
}

/** Button and dialog that invite a user. */
export function InviteButton(props: InviteButtonProps) {
  const { title, disabledReason } = props;
  return (
    <DialogButton
      label="Invite"
      title={title}
      icon={<UserPlus size={16} aria-hidden />}
      variant="filled"
      disabledReason={disabledReason}
    >
      {(close) => <InviteForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function InviteForm({ roles, onInvite, onClose }: InviteButtonProps & { readonly onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState(roles.at(-1)?.value ?? "");
  const [invited, setInvited] = useState<Invited>();
  if (invited !== undefined) return <CreatedLink invited={invited} onDone={onClose} />;
  return (
    <Form
      label="Send invitation"
      disabled={!email.includes("@")}
      onSubmit={async () => setInvited(await onInvite(email.trim(), role))}
      onCancel={onClose}
    >
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
    </Form>
  );
}
