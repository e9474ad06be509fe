import { Stack, Text } from "@mantine/core";
import { CopyId } from "../../kit/copy-id.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";

interface ScopeCellProps {
  readonly accountId: string | null;
  readonly way: string | null;
  /** What to say where no account is named. */
  readonly all: string;
}

/** For whom something was set, and by which way. */
export function ScopeCell({ accountId, way, all }: ScopeCellProps) {
  return (
    <Stack gap={0}>
      {accountId === null ? (
        <Text size="sm" fw={500}>
          {all}
        </Text>
      ) : (
        <CopyId id={accountId} of="account" />
      )}
      <Text size="sm" c="dimmed">
        {way === null ? "by any chain or rail" : `by ${transferTypeWords(way)}`}
      </Text>
    </Stack>
  );
}
