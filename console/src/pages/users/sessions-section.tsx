import { Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, type ResponseBody, send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { When } from "../../kit/when.tsx";
import { deviceWords } from "./device-words.ts";

type Session = ResponseBody<"/console/api/me/sessions">["sessions"][number];

const queryKey = ["me", "sessions"];

export function SessionsSection() {
  const queryClient = useQueryClient();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get("/console/api/me/sessions", { signal }),
  });
  const others = data?.sessions.filter((session) => !session.is_this).length ?? 0;
  const endOthers = async () => {
    const { ended } = await send("post", "/console/api/me/sessions/end-others");
    await queryClient.invalidateQueries({ queryKey });
    toastSuccess(ended === 1 ? "1 session ended." : `${ended} sessions ended.`);
  };
  return (
    <Section
      title="Active sessions"
      description="A session ends after one hour of inactivity, and after twelve hours at the latest."
      flush
      actions={
        <ConfirmButton
          label="Sign out other sessions"
          title="Sign out other sessions?"
          explain="All other sessions end immediately. This session stays active."
          size="xs"
          disabledReason={others === 0 ? "You have no other sessions." : undefined}
          onConfirm={endOthers}
        />
      }
    >
      <DataTable
        label="Sessions"
        columns={columns}
        rows={data?.sessions}
        rowKey={({ session_id }) => session_id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No sessions" />}
      />
    </Section>
  );
}

const columns: readonly Column<Session>[] = [
  {
    header: "Browser",
    cell: ({ user_agent, is_this }) => (
      <Group gap="xs">
        <Text size="sm" title={user_agent}>
          {deviceWords(user_agent)}
        </Text>
        {is_this ? <StatusBadge status="this session" tone="good" /> : null}
      </Group>
    ),
  },
  { header: "IP address", cell: ({ client_address }) => <Text size="sm">{client_address}</Text> },
  { header: "Signed in", cell: ({ created_at }) => <When at={created_at} /> },
  { header: "Last seen", cell: ({ seen_at }) => <When at={seen_at} /> },
  {
    header: "Actions",
    cell: (session) => (session.is_this ? null : <EndButton session={session} />),
    align: "right",
  },
];

function EndButton({ session: { session_id, user_agent } }: { readonly session: Session }) {
  const queryClient = useQueryClient();
  const end = async () => {
    await send("delete", "/console/api/me/sessions/{session_id}", { params: { path: { session_id } } });
    await queryClient.invalidateQueries({ queryKey });
  };
  return (
    <ConfirmButton
      label="Sign out"
      title="End this session?"
      explain={`The session in ${deviceWords(user_agent)} ends immediately.`}
      size="xs"
      onConfirm={end}
    />
  );
}
