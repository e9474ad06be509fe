import { Anchor, Group } from "@mantine/core";
import { CopyId } from "../../kit/copy-id.tsx";

interface TransactionIdProps {
  readonly id: string;
  readonly explorerUrl: string | null;
}

/** An on-chain transaction id, with a link to a block explorer. */
export function TransactionId({ id, explorerUrl }: TransactionIdProps) {
  return (
    <Group gap="xs">
      <CopyId id={id} of="transaction" />
      {explorerUrl === null ? null : (
        <Anchor href={explorerUrl} target="_blank" rel="noreferrer noopener" size="sm">
          Explorer
        </Anchor>
      )}
    </Group>
  );
}
