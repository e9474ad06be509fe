import { Button, Modal, NativeSelect, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { FormFooter } from "../../kit/form-footer.tsx";
import { FormAlert } from "./form-alert.tsx";
import { useAttempt } from "./use-attempt.ts";

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
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={open}
        disabled={disabledReason !== undefined}
        title={disabledReason}
        aria-label={`Change role of ${name}`}
      >
        Change role
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Change role of ${name}`} centered>
        <RoleForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function RoleForm({
  role: before,
  roles,
  onChange,
  onClose,
}: RoleButtonProps & { readonly onClose: () => void }) {
  const [role, setRole] = useState(before);
  const { isBusy, error, attempt } = useAttempt();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await attempt(() => onChange(role))) onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
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
        <FormAlert error={error} />
        <FormFooter label="Change" isBusy={isBusy} disabled={role === before} onCancel={onClose} />
      </Stack>
    </form>
  );
}
