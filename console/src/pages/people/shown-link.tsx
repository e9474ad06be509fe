import { Button, Group, Stack, Text } from "@mantine/core";
import { SecretOnce } from "../../kit/secret-once.tsx";

interface ShownLinkProps {
  readonly link: string;
  readonly onDone: () => void;
}

/** A link that lets somebody in, right after it was made. */
export function ShownLink({ link, onDone }: ShownLinkProps) {
  return (
    <Stack gap="md">
      <SecretOnce label="Link" secret={link} fileName="florin-link.txt" />
      <Text size="sm">
        Hand it to the person over a way that you trust: whoever opens it first is let in. It is good for
        seven days, and once.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
