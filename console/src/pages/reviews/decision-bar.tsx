import { Box, Group, Text } from "@mantine/core";
import { ApproveDialog } from "./approve-dialog.tsx";
import { ClearHitDialog } from "./clear-hit-dialog.tsx";
import classes from "./decision-bar.module.css";
import { RejectDialog } from "./reject-dialog.tsx";
import { RequestDocumentsDialog } from "./request-documents-dialog.tsx";
import type { Review } from "./review.ts";
import type { Decide } from "./use-review-actions.ts";

interface DecisionBarProps {
  readonly review: Review;
  readonly mayDecide: boolean;
  readonly decide: Decide;
}

/** Available decisions, in a bar that stays visible at the bottom of the page. */
export function DecisionBar({ review, mayDecide, decide }: DecisionBarProps) {
  const { possible } = review;
  const disabledReason = mayDecide ? undefined : "Your role can't decide reviews.";
  const props = { review, decide, disabledReason };
  return (
    <Box component="section" aria-label="Decision" className={classes["bar"]}>
      <Text size="sm" c="dimmed" component="div">
        {mayDecide ? stateSentence(review) : disabledReason} Revision {review.revision}.
      </Text>
      <Group gap="xs">
        {possible.includes("request_documents") ? <RequestDocumentsDialog {...props} /> : null}
        {possible.includes("reject") ? <RejectDialog {...props} /> : null}
        {possible.includes("approve") ? <ApproveDialog {...props} /> : null}
        {possible.includes("clear_hit") ? <ClearHitDialog {...props} /> : null}
      </Group>
    </Box>
  );
}

function stateSentence({ possible, status, flags, has_open_hit }: Review): string {
  if (possible.includes("clear_hit")) return "The account is complete; a newer list version has a hit.";
  if (possible.length === 0) return `The account is ${status}. No decision is pending.`;
  if (!possible.includes("approve")) return "Screening must complete before approval.";
  return has_open_hit || flags.length > 0
    ? "There are hits or flags: approval requires a reason."
    : "Ready to decide.";
}
