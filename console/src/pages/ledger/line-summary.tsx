import { Stack, Text } from "@mantine/core";
import { Amount } from "../../kit/amount.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import type { LedgerRecord } from "./journal.ts";

const maxShown = 4;

/** Summary of a record's lines: account kind and amount of each. */
export function LineSummary({ lines }: Pick<LedgerRecord, "lines">) {
  if (lines.length === 0) return <>–</>;
  const shown = lines.slice(0, maxShown).map((line, place) => ({ ...line, name: `line ${place}` }));
  return (
    <Stack gap={0}>
      {shown.map(({ name, account, amount }) => (
        <Text key={name} size="sm" component="div">
          {statusWords(account.kind)} <Amount value={amount} asset={account.asset} inline />
        </Text>
      ))}
      {lines.length > maxShown ? (
        <Text size="xs" c="dimmed">{`and ${lines.length - maxShown} more`}</Text>
      ) : null}
    </Stack>
  );
}
