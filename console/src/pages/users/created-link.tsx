import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { MailCheck } from "lucide-react";
import { CopyButton } from "../../kit/copy-button.tsx";
import type { Invitation } from "./invitations-section.tsx";

export interface Invited {
  readonly invitation: Invitation;
  readonly delivery: "email" | "command_line";
}

interface CreatedLinkProps {
  readonly invited: Invited;
  readonly onDone: () => void;
}

/** How the link of a new invitation or reset reaches the user: never through the user who requested it. */
export function CreatedLink({ invited: { invitation, delivery }, onDone }: CreatedLinkProps) {
  return (
    <Stack gap="md">
      <Alert
        icon={<MailCheck size={18} aria-hidden />}
        title={delivery === "email" ? "Email on its way" : "Ready for delivery"}
      >
        {delivery === "email" ? (
          <Text size="sm">The user gets an email with the link.</Text>
        ) : (
          <LinkCommand command={`florin admin users link ${invitation.invitation_id}`} />
        )}
      </Alert>
      <Text size="sm">The link works once and expires after seven days.</Text>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}

function LinkCommand({ command }: { readonly command: string }) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        For security, the console doesn't show the link. An operator with access to the server creates it with
        this command and passes it to the user:
      </Text>
      <Code block>{command}</Code>
      <Group>
        <CopyButton value={command} label="Copy command" withWords />
      </Group>
    </Stack>
  );
}
