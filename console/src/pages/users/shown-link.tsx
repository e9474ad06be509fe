import { Button, Group, Stack, Text } from "@mantine/core";
import { SecretOnce } from "../../kit/secret-once.tsx";

interface ShownLinkProps {
  readonly link: string;
  readonly onDone: () => void;
}

/** A newly created invitation or reset link. */
export function ShownLink({ link, onDone }: ShownLinkProps) {
  return (
    <Stack gap="md">
      <SecretOnce label="Link" secret={link} fileName="florin-link.txt" />
      <Text size="sm">
        Share it over a channel you trust: the first user to open it gets access. It works once and expires
        after seven days.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
