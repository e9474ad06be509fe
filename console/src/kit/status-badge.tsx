import { Badge } from "@mantine/core";
import { Ban, Check, CircleAlert, CircleDashed, Clock, type LucideIcon } from "lucide-react";
import { type StatusTone, statusWords, toneOf } from "./status-tone.ts";

interface StatusBadgeProps {
  readonly status: string;
  /** Overrides the tone derived from the status. */
  readonly tone?: StatusTone;
}

/** A status as text with an icon and a color, never as a color alone. */
export function StatusBadge({ status, tone = toneOf(status) }: StatusBadgeProps) {
  const { color, Icon } = looks[tone];
  return (
    <Badge
      variant="light"
      color={color}
      leftSection={<Icon size={12} aria-hidden />}
      tt="none"
      radius="sm"
      fw={500}
      miw="max-content"
    >
      {statusWords(status)}
    </Badge>
  );
}

const looks: Readonly<Record<StatusTone, { readonly color: string; readonly Icon: LucideIcon }>> = {
  good: { color: "green", Icon: Check },
  moving: { color: "blue", Icon: Clock },
  waiting: { color: "yellow", Icon: CircleAlert },
  bad: { color: "red", Icon: Ban },
  neutral: { color: "gray", Icon: CircleDashed },
};
