import { Stack, Text } from "@mantine/core";

interface UserCellProps {
  readonly name: string;
  readonly email: string;
}

/** Name and email of a user in a list. */
export function UserCell({ name, email }: UserCellProps) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {email}
      </Text>
    </Stack>
  );
}
