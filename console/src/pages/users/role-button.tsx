import { NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { Form } from "../../kit/form.tsx";

interface RoleButtonProps {
  readonly name: string;
  readonly role: string;
  readonly roles: { readonly value: string; readonly label: string }[];
  readonly disabledReason: string | undefined;
  readonly onChange: (role: string) => Promise<void>;
}

/** Changes a user's role. */
export function RoleButton(props: RoleButtonProps) {
  const { name, disabledReason } = props;
  return (
    <DialogButton
      label="Change role"
      title={`Change role of ${name}`}
      aria-label={`Change role of ${name}`}
      size="xs"
      disabledReason={disabledReason}
    >
      {(close) => <RoleForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function RoleForm({
  role: before,
  roles,
  onChange,
  onClose,
}: RoleButtonProps & { readonly onClose: () => void }) {
  const [role, setRole] = useState(before);
  return (
    <Form
      label="Change"
      disabled={role === before}
      onSubmit={() => onChange(role).then(onClose)}
      onCancel={onClose}
    >
      <NativeSelect
        label="Role"
        data={roles}
        data-autofocus
        value={role}
        onChange={(event) => setRole(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        Takes effect with the user's next request.
      </Text>
    </Form>
  );
}
