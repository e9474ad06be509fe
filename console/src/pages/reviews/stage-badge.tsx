import { Group } from "@mantine/core";
import { StatusBadge } from "../../kit/status-badge.tsx";
import type { StatusTone } from "../../kit/status-tone.ts";

interface StageBadgeProps {
  readonly stage: string;
  readonly hasOpenHit: boolean;
}

/** Review state, with a badge for an open hit. */
export function StageBadge({ stage, hasOpenHit }: StageBadgeProps) {
  const tone = tones[stage];
  return (
    <Group gap={4} component="span" display="inline-flex">
      <StatusBadge status={stage} {...(tone === undefined ? {} : { tone })} />
      {hasOpenHit ? <StatusBadge status="open hit" tone="bad" /> : null}
    </Group>
  );
}

const tones: Readonly<Record<string, StatusTone>> = {
  screening: "moving",
  deciding: "moving",
  documents_required: "waiting",
};
