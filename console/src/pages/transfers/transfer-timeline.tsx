import { Chip, Group } from "@mantine/core";
import { useState } from "react";
import { Timeline } from "../../kit/timeline.tsx";
import { foldEntries, type RecordEntry } from "./fold-entries.ts";
import { timelineEntryView } from "./timeline-entry-view.tsx";
import { TimelineRecords } from "./timeline-records.tsx";
import type { TransferTimeline } from "./transfer.ts";
import { useRecordLinks } from "./use-record-links.ts";

const kinds: readonly { readonly type: RecordEntry["type"]; readonly label: string }[] = [
  { type: "payment", label: "Payments" },
  { type: "chain_transaction", label: "Chain" },
  { type: "posting", label: "Ledger" },
  { type: "event", label: "Events and webhooks" },
];

interface TransferTimelineViewProps {
  readonly timeline: TransferTimeline;
  /** Account of the transfer, for links from workspace pages to its records. */
  readonly accountId?: string;
}

/** Status changes and decisions of a transfer. Its records are folded into them, and shown by kind. */
export function TransferTimelineView({ timeline, accountId }: TransferTimelineViewProps) {
  const { entries } = timeline;
  const links = useRecordLinks(accountId);
  const [chosen, setChosen] = useState<string[]>([]);
  const available = kinds.filter(({ type }) => entries.some((entry) => entry.type === type));
  const context = { links, names: namesIn(timeline) };
  const shown = foldEntries(entries).map(({ main, records }) => {
    const view = timelineEntryView(main, links);
    return {
      ...view,
      body: (
        <>
          {view.body}
          <TimelineRecords records={records} kinds={chosen} context={context} />
        </>
      ),
    };
  });
  return (
    <>
      <Chip.Group multiple value={chosen} onChange={setChosen}>
        <Group gap="xs" mb="md" role="group" aria-label="Records to show">
          {available.map(({ type, label }) => (
            <Chip key={type} value={type} size="xs" variant="outline">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Timeline entries={shown} />
    </>
  );
}

/** Ledger accounts contain the ids of addresses and accounts. */
function namesIn({ transfer, parties }: TransferTimeline): ReadonlyMap<string, string> {
  const names = [
    [transfer.source.address_id, parties.source.name],
    [transfer.destination.address_id, parties.destination.name],
    [transfer.account_id, transfer.account_name],
  ] as const;
  return new Map(names.flatMap(([id, name]) => (id === null || name === null ? [] : [[id, name] as const])));
}
