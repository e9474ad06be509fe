import { Box, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CopyId } from "../../kit/copy-id.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import { workspacePath } from "../../workspace/workspace-path.ts";
import { WorkPanel } from "../work/work-panel.tsx";
import { BusinessPanel } from "./business-panel.tsx";
import { ChangedNotice } from "./changed-notice.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { DocumentsPanel } from "./documents-panel.tsx";
import { FlagsPanel } from "./flags-panel.tsx";
import { FreezeOfAccount } from "./freeze-of-account.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { UsersPanel } from "./individuals-panel.tsx";
import { type Review, reviewQuery } from "./review.ts";
import classes from "./review-page.module.css";
import { ScreeningPanel } from "./screening-panel.tsx";
import { StageBadge } from "./stage-badge.tsx";
import { useReviewActions } from "./use-review-actions.ts";

/** Review of an account: submitted details on the left, findings on the right. */
export function ReviewPage() {
  const accountId = usePageParam("accountId");
  const { data, error, refetch } = useQuery({ ...reviewQuery(accountId), ...useLive() });
  const back = <PageLink to="/ops/reviews">Reviews</PageLink>;
  if (data === undefined) {
    return (
      <Page title="Review" back={back}>
        {error === null ? <Skeleton height={400} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  return (
    <Page
      title={data.name}
      back={back}
      description={<Head review={data} />}
      network={data.network}
      actions={<FreezeOfAccount review={data} />}
    >
      <Workbench review={data} />
    </Page>
  );
}

function Head({ review }: { readonly review: Review }) {
  return (
    <Stack gap={4}>
      <Box>
        <StageBadge stage={review.stage} hasOpenHit={review.has_open_hit} /> on {review.network}
        {review.waiting_since === null ? null : (
          <>
            , waiting since <When at={review.waiting_since} />
          </>
        )}
      </Box>
      <Box>
        Managed by{" "}
        <PageLink to={workspacePath(review.tenant_id, review.network, "accounts", review.account_id)}>
          {review.tenant_name}
        </PageLink>
        {" · "}
        <CopyId id={review.account_id} of="account" full />
      </Box>
    </Stack>
  );
}

function Workbench({ review }: { readonly review: Review }) {
  const mayDecide = useCan("reviews.decide");
  const reviewActions = useReviewActions();
  return (
    <>
      {reviewActions.changes === undefined ? null : (
        <ChangedNotice changes={reviewActions.changes} onClose={reviewActions.forgetChanges} />
      )}
      <Box className={classes["workbench"]}>
        <Box className={classes["side"]}>
          <BusinessPanel review={review} />
          <UsersPanel review={review} />
          <HistoryPanel decisions={review.decisions} />
        </Box>
        <Box className={classes["side"]}>
          <ScreeningPanel review={review} />
          <FlagsPanel flags={review.flags} />
          <DocumentsPanel review={review} mayDecide={mayDecide} decide={reviewActions.decide} />
          <WorkPanel kind="review" id={review.account_id} />
        </Box>
      </Box>
      <DecisionBar review={review} mayDecide={mayDecide} decide={reviewActions.decide} />
    </>
  );
}
