import { Alert, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { requestFacts } from "../../kit/request-facts.ts";
import { SecretOnce } from "../../kit/secret-once.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { Timeline } from "../../kit/timeline.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import { useSecret } from "../developers/use-secret.ts";
import { WorkPanel } from "../work/work-panel.tsx";
import {
  type ApprovalSource,
  approvalTitle,
  demandWords,
  partyWords,
  recipientWords,
  type ShownApproval,
  useApprovals,
  type Verb,
} from "./approval.ts";
import { type TakenSecret, takenSecret } from "./taken-secret.ts";

/** An operation that waits for approvals: what it would do, who must approve it, and its history. */
export function ApprovalPage() {
  const approvalId = usePageParam("approvalId");
  const source = useApprovals(useCan("approvals.decide"));
  const { data, error, refetch } = useQuery({
    queryKey: ["approvals", source.key, approvalId],
    queryFn: ({ signal }) => source.show(approvalId, signal),
    ...useLive(),
  });
  return (
    <Page
      title={data === undefined ? "Approval" : approvalTitle(data)}
      description={data === undefined ? undefined : <Lead shown={data} />}
      back={<PageLink to={source.page("approvals")}>Approvals</PageLink>}
      network={data?.network}
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <SkeletonLines count={8} /> : null}
      {data === undefined ? null : (
        <Stack gap="md">
          <Outcome shown={data} source={source} />
          <Section title="Operation">
            <Facts items={requestFacts(data.facts)} />
          </Section>
          {data.approval.status === "pending" ? <Decision shown={data} source={source} /> : null}
          <Section title="Details">
            <ApprovalFacts shown={data} />
          </Section>
          {source.key === "operators" ? <WorkPanel kind="approval" id={approvalId} /> : null}
          <Section title="History">
            <History shown={data} />
          </Section>
        </Stack>
      )}
    </Page>
  );
}

/** Recipient of the money, and the requester. */
function Lead({ shown }: { readonly shown: ShownApproval }) {
  const recipient = recipientWords(shown);
  return (
    <Text component="p" size="sm" m={0} c="var(--mantine-color-text)" style={{ overflowWrap: "anywhere" }}>
      {recipient === undefined ? null : (
        <>
          To{" "}
          <Text span fw={600} inherit>
            {recipient}
          </Text>
          .{" "}
        </>
      )}
      Requested by {partyWords(shown, shown.approval.requested_by)}.
    </Text>
  );
}

interface ShownProps {
  readonly shown: ShownApproval;
  readonly source: ApprovalSource;
}

function Outcome({ shown: { approval, is_yours: isYours }, source }: ShownProps) {
  if (approval.status === "failed") {
    return (
      <Alert color="red" title="Approved, but refused when it was carried out">
        {approval.outcome?.detail}
      </Alert>
    );
  }
  const { takeResult } = source;
  if (!approval.has_result || !isYours || takeResult === undefined) return null;
  return <TakeSecret take={() => takeResult(approval.id)} />;
}

function TakeSecret({ take }: { readonly take: () => Promise<unknown> }) {
  const [taken, setTaken] = useSecret<TakenSecret>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: take,
    onSuccess: (result) => setTaken(takenSecret(result)),
  });
  if (taken !== undefined) return <SecretOnce {...taken} />;
  return (
    <Alert color="yellow" title="The secret waits for you">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">It can be shown once, to you only.</Text>
        {error === null ? null : <ErrorNotice error={error} />}
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
          Show secret
        </Button>
      </Stack>
    </Alert>
  );
}

const doneWords: Readonly<Record<Verb, string>> = {
  approve: "Approved.",
  reject: "Rejected.",
  cancel: "Canceled.",
  comments: "Comment added.",
};

function Decision({ shown, source }: ShownProps) {
  const { approval, cannot_approve: refusal } = shown;
  const [comment, setComment] = useState("");
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (verb: Verb) => source.decide(approval.id, verb, comment.trim() || undefined),
    onSuccess: async (_result, verb) => {
      toastSuccess(doneWords[verb]);
      setComment("");
      await queryClient.invalidateQueries({ queryKey: ["approvals"] });
    },
  });
  const reason = source.mayDecide ? (refusal ?? undefined) : "your role can't approve";
  return (
    <Section title="Decision">
      <Stack gap="sm">
        {reason === undefined ? null : (
          <Text size="sm" c="dimmed">
            You can't approve it: {reason}.
          </Text>
        )}
        <Textarea
          label="Comment"
          description="Shown in the history, and recorded in the audit log."
          maxLength={maxLengths.approveOperation.comment}
          autosize
          minRows={2}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {error === null ? null : <ErrorNotice error={error} />}
        <DecisionButtons
          isYours={shown.is_yours}
          isBusy={isPending}
          reason={reason}
          hasComment={comment.trim() !== ""}
          onDecide={mutate}
        />
      </Stack>
    </Section>
  );
}

interface DecisionButtonsProps {
  readonly isYours: boolean;
  readonly isBusy: boolean;
  /** Why the user can't approve. */
  readonly reason: string | undefined;
  readonly hasComment: boolean;
  readonly onDecide: (verb: Verb) => void;
}

function DecisionButtons({ isYours, isBusy, reason, hasComment, onDecide }: DecisionButtonsProps) {
  return (
    <Group gap="xs">
      <Button
        size="xs"
        disabled={reason !== undefined || isBusy}
        title={reason}
        onClick={() => onDecide("approve")}
      >
        Approve
      </Button>
      <Button
        size="xs"
        color="red"
        variant="outline"
        disabled={isBusy}
        onClick={() => onDecide(isYours ? "cancel" : "reject")}
      >
        {isYours ? "Cancel request" : "Reject"}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={!hasComment || isBusy}
        onClick={() => onDecide("comments")}
      >
        Comment
      </Button>
    </Group>
  );
}

function ApprovalFacts({ shown }: { readonly shown: ShownApproval }) {
  const { approval } = shown;
  return (
    <Facts
      items={[
        ["ID", <CopyId key="id" id={approval.id} of="approval" full />],
        ["Status", <StatusBadge key="status" status={approval.status} />],
        [
          "Amount",
          approval.dollars === null ? null : (
            <Amount key="amount" value={approval.dollars} asset="USD" inline />
          ),
        ],
        ["Requested by", partyWords(shown, approval.requested_by)],
        ["Needs", approval.demands.map(demandWords).join("; ")],
        ["Requested", <When key="created" at={approval.created_at} exact />],
        ["Expires", <When key="expires" at={approval.expires_at} exact />],
        ["Result", approval.outcome?.location ?? null],
      ]}
    />
  );
}

const historyWords = { approve: "approved", reject: "rejected", comment: "commented" } as const;

function History({ shown }: { readonly shown: ShownApproval }) {
  const { approval } = shown;
  return (
    <Timeline
      entries={[
        { title: `${partyWords(shown, approval.requested_by)} requested it`, at: approval.created_at },
        ...approval.history.map(({ kind, by, comment, at }) => ({
          title: `${partyWords(shown, by)} ${historyWords[kind]}`,
          at,
          ...(comment === null ? {} : { body: comment }),
        })),
        ...(approval.status === "pending"
          ? []
          : [{ title: "", at: approval.updated_at, status: approval.status }]),
      ]}
    />
  );
}
