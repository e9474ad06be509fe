import { Alert, List, Text } from "@mantine/core";
import { Users } from "lucide-react";
import { useEffect, useRef } from "react";
import { DecisionLine } from "./decision-line.tsx";
import type { ReviewChanges } from "./review-changes.ts";

interface ChangedNoticeProps {
  readonly changes: ReviewChanges;
  readonly onClose: () => void;
}

/** Shown when another reviewer changed the review first: the changes since. */
export function ChangedNotice({ changes, onClose }: ChangedNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role="alert"
      color="yellow"
      icon={<Users size={18} aria-hidden />}
      title="Decision not saved: the review has changed"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      <Text size="sm">This page shows the current state. Review it and decide again.</Text>
      <List size="sm" mt="xs">
        {changes.decisions.map((decision) => (
          <List.Item key={decision.revision}>
            <DecisionLine decision={decision} />
          </List.Item>
        ))}
        {changes.more.map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
