import { Timeline as MantineTimeline, Text, ThemeIcon } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { StatusBadge } from "./status-badge.tsx";
import { When } from "./when.tsx";

export interface TimelineEntry {
  readonly title: ReactNode;
  readonly at?: string | null;
  readonly status?: string;
  readonly body?: ReactNode;
  readonly icon?: LucideIcon;
}

interface TimelineProps {
  /** Oldest first. */
  readonly entries: readonly TimelineEntry[];
}

/** Chronological list of events. */
export function Timeline({ entries }: TimelineProps) {
  if (entries.length === 0) return null;
  return (
    <MantineTimeline
      bulletSize={14}
      lineWidth={2}
      color="gray"
      active={entries.length - 1}
      role="list"
      aria-label="Timeline"
    >
      {entries.map((entry, index) => (
        <MantineTimeline.Item
          key={placeOf(index)}
          role="listitem"
          title={<EntryTitle entry={entry} />}
          bullet={<Bullet entry={entry} />}
        >
          {entry.body === undefined ? null : (
            <Text component="div" size="sm" c="dimmed">
              {entry.body}
            </Text>
          )}
          {entry.at === undefined || entry.at === null ? null : (
            <Text component="div" size="xs" c="dimmed">
              <When at={entry.at} /> · <When at={entry.at} exact />
            </Text>
          )}
        </MantineTimeline.Item>
      ))}
    </MantineTimeline>
  );
}

/** Entries are only appended, so the index is a stable key. */
function placeOf(index: number): string {
  return `entry ${index}`;
}

function EntryTitle({ entry: { title, status } }: { readonly entry: TimelineEntry }) {
  return (
    <>
      {title} {status === undefined ? null : <StatusBadge status={status} />}
    </>
  );
}

function Bullet({ entry: { icon: Icon } }: { readonly entry: TimelineEntry }) {
  if (Icon === undefined) return null;
  return (
    <ThemeIcon size={14} radius="xl" variant="light" color="gray">
      <Icon size={10} aria-hidden />
    </ThemeIcon>
  );
}
