import { Alert, List, Text } from "@mantine/core";
import { Users } from "lucide-react";
import { useEffect, useRef } from "react";
import { DecisionLine } from "./decision-line.tsx";
import type { ReviewChanges } from "./review-changes.ts";

interface ChangedNoticeProps {
  readonly changes: ReviewChanges;
  readonly onClose: () => void;
}

/** Somebody else was faster: what has changed meanwhile. */
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
      title="Nothing was decided: the review has changed meanwhile"
      withCloseButton
      closeButtonLabel="Close this notice"
      onClose={onClose}
    >
      <Text size="sm">You see it as it is now. Look again, and decide then.</Text>
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
