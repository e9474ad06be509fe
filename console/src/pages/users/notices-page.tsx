import { Button, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { useAttempt } from "../../kit/use-attempt.ts";
import { When } from "../../kit/when.tsx";
import { kindWords } from "../work/work.ts";
import { FormAlert } from "./form-alert.tsx";
import { type Mention, type Notice, noticesQuery } from "./notices.ts";

/** Changes of access and credentials, for admins. */
export function NoticesPage() {
  const queryClient = useQueryClient();
  const { data, error, isLoading, refetch } = useQuery(noticesQuery);
  const { isBusy, error: readError, attempt } = useAttempt();
  const [newest] = [data?.notices[0]?.entry.at, data?.mentions[0]?.at]
    .filter((at) => at !== undefined)
    .toSorted()
    .toReversed();
  const hasUnread = [...(data?.notices ?? []), ...(data?.mentions ?? [])].some((each) => each.is_unread);
  const read = async () => {
    if (newest === undefined) return;
    await send("post", "/console/api/me/notices/read", { body: { until: newest } });
    await queryClient.invalidateQueries({ queryKey: noticesQuery.queryKey });
  };
  return (
    <Page
      title="Notices"
      description="Notes that mention you, and changes of access and credentials where you are an admin, of the last 30 days."
      actions={
        <Button variant="default" disabled={!hasUnread} loading={isBusy} onClick={() => void attempt(read)}>
          Mark as read
        </Button>
      }
    >
      <FormAlert error={readError} />
      {data === undefined || data.mentions.length === 0 ? null : (
        <Section title="Mentions" flush>
          <DataTable
            label="Mentions"
            columns={mentionColumns}
            rows={data.mentions}
            rowKey={({ at, path }) => `${at} ${path}`}
            rowLink={({ path }) => path}
            empty={null}
          />
        </Section>
      )}
      <Section title="Notices" flush>
        <DataTable
          label="Notices"
          columns={columns}
          rows={data?.notices}
          rowKey={({ entry }) => entry.id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          empty={<Empty title="No notices">Nothing has changed in the last 30 days.</Empty>}
        />
      </Section>
    </Page>
  );
}

const mentionColumns: readonly Column<Mention>[] = [
  { header: "Time", cell: ({ at }) => <When at={at} /> },
  { header: "Queue", cell: ({ kind }) => kindWords[kind] },
  {
    header: "Note",
    cell: ({ text }) => (
      <Text size="sm" lineClamp={3} style={{ overflowWrap: "anywhere" }}>
        {text}
      </Text>
    ),
  },
  { header: "By", cell: ({ author_name }) => author_name ?? "–" },
  { header: "Status", cell: ({ is_unread }) => <ReadBadge isUnread={is_unread} /> },
];

function ReadBadge({ isUnread }: { readonly isUnread: boolean }) {
  return isUnread ? <StatusBadge status="unread" tone="waiting" /> : <StatusBadge status="read" />;
}

const words: Readonly<Record<string, string>> = {
  "application.add_key": "Application key added",
  "application.create": "Application created",
  "application.rotate_secret": "Application secret replaced",
  "approval.request": "Operation waits for approval",
  "approval_rule.create": "Approval rule created",
  "approval_rule.remove": "Approval rule removed",
  "invitation.create": "Invitation or reset requested",
  "invitation.issue_link": "Link created",
  "member.change_role": "Member role changed",
  "member.join": "Member joined",
  "member.remove": "Member removed",
  "scim_token.create": "SCIM token created",
  "user.become_operator": "Operator joined",
  "user.break_glass_sign_in": "Break-glass account signed in",
  "user.change_role": "Operator role changed",
  "user.disable": "User disabled",
  "user.enable": "User enabled",
  "user.link_identity": "User linked to single sign-on",
  "user.reset_password": "Password reset",
  "user.set_break_glass": "Break-glass account changed",
};

const columns: readonly Column<Notice>[] = [
  { header: "Time", cell: ({ entry }) => <When at={entry.at} /> },
  {
    header: "Change",
    cell: ({ entry: { action, after } }) => (
      <Stack gap={0}>
        <Text size="sm">{words[action] ?? action}</Text>
        <Text size="xs" c="dimmed">
          {String(after?.["operator_role"] ?? after?.["role"] ?? after?.["name"] ?? "")}
        </Text>
      </Stack>
    ),
  },
  {
    header: "Subject",
    cell: ({ subject_name, entry }) => (
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {subject_name ?? `${entry.subject_type} ${entry.subject_id}`}
      </Text>
    ),
  },
  {
    header: "By",
    cell: ({ entry }) => <Text size="sm">{entry.actor_name ?? entry.actor_type}</Text>,
  },
  {
    header: "Status",
    cell: ({ is_unread }) => <ReadBadge isUnread={is_unread} />,
  },
];
