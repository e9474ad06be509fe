import { Chip, Group } from "@mantine/core";
import { useState } from "react";
import { Timeline } from "../../kit/timeline.tsx";
import { timelineEntryView } from "./timeline-entry-view.tsx";
import type { TransferTimeline } from "./transfer.ts";
import { useRecordLinks } from "./use-record-links.ts";

type Entry = TransferTimeline["entries"][number];

const kinds: readonly { readonly type: Entry["type"]; readonly label: string }[] = [
  { type: "state", label: "Status changes" },
  { type: "chain_transaction", label: "Transactions" },
  { type: "payment", label: "Payments" },
  { type: "posting", label: "Postings" },
  { type: "event", label: "Events" },
  { type: "audit", label: "Decisions" },
];

interface TransferTimelineViewProps {
  readonly entries: readonly Entry[];
  /** Account of the transfer, for links from workspace pages to its records. */
  readonly accountId?: string;
}

/** Timeline of a transfer, filterable by entry type. */
export function TransferTimelineView({ entries, accountId }: TransferTimelineViewProps) {
  const links = useRecordLinks(accountId);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const available = kinds.filter(({ type }) => entries.some((entry) => entry.type === type));
  const shown = entries.filter(({ type }) => !hidden.includes(type));
  return (
    <>
      {available.length < 2 ? null : (
        <Chip.Group
          multiple
          value={available.map(({ type }) => type).filter((type) => !hidden.includes(type))}
          onChange={(chosen) =>
            setHidden(available.map(({ type }) => type).filter((type) => !chosen.includes(type)))
          }
        >
          <Group gap="xs" mb="md" role="group" aria-label="Timeline filter">
            {available.map(({ type, label }) => (
              <Chip key={type} value={type} size="xs" variant="outline">
                {label}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      <Timeline entries={shown.map((entry) => timelineEntryView(entry, links))} />
    </>
  );
}
