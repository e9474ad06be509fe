import { Stack, Text } from "@mantine/core";
import { CopyId } from "../../kit/copy-id.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";

interface ScopeCellProps {
  readonly accountId: string | null;
  readonly transferType: string | null;
  /** Text if no account is set. */
  readonly all: string;
}

/** Scope of a limit or fee: account, and chain or rail. */
export function ScopeCell({ accountId, transferType, all }: ScopeCellProps) {
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
        {transferType === null ? "Any chain or rail" : transferTypeWords(transferType)}
      </Text>
    </Stack>
  );
}
