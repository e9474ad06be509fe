import { Box, Group, Stack, Text } from "@mantine/core";
import { Fold } from "../../kit/fold.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import type { TimelineEntry } from "../../kit/timeline.tsx";
import { When } from "../../kit/when.tsx";
import { countWords, type RecordEntry } from "./fold-entries.ts";
import { type RecordContext, recordView } from "./record-view.tsx";

interface TimelineRecordsProps {
  readonly records: readonly RecordEntry[];
  /** Kinds that the user filters by; without any, all records are folded. */
  readonly kinds: readonly string[];
  readonly context: RecordContext;
}

/** Payments, transactions, ledger records and events below a step of the timeline. */
export function TimelineRecords({ records, kinds, context }: TimelineRecordsProps) {
  const shown = kinds.length === 0 ? records : records.filter(({ type }) => kinds.includes(type));
  if (shown.length === 0) return null;
  const list = <RecordList entries={shown.map((record) => recordView(record, context))} />;
  return kinds.length === 0 ? <Fold label={countWords(shown)}>{list}</Fold> : list;
}

function RecordList({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <Stack component="ul" gap="xs" m={0} pl={0} style={{ listStyle: "none" }}>
      {entries.map((entry, index) => (
        <RecordItem key={placeOf(index)} entry={entry} />
      ))}
    </Stack>
  );
}

/** Records are only appended, so the index is a stable key. */
function placeOf(index: number): string {
  return `record ${index}`;
}

function RecordItem({ entry: { title, at, status, body, icon: Icon } }: { readonly entry: TimelineEntry }) {
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      {Icon === undefined ? null : <Icon size={16} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />}
      <Box style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text component="span" size="sm" c="var(--mantine-color-text)">
            {title}
          </Text>
          {status === undefined ? null : <StatusBadge status={status} />}
          <Text component="span" size="xs">
            <When at={at} />
          </Text>
        </Group>
        {body}
      </Box>
    </Group>
  );
}
