import { Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Answered, get, send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { When } from "../../kit/when.tsx";
import { deviceWords } from "./device-words.ts";

type Session = Answered<"/console/api/me/sessions">["sessions"][number];

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
    toastSuccess(ended === 1 ? "One session ended." : `${ended} sessions ended.`);
  };
  return (
    <Section
      title="Where you are signed in"
      description="A session ends by itself after an hour without use, and after twelve in any case."
      flush
      actions={
        <ConfirmButton
          label="Sign out everywhere else"
          title="Sign out everywhere else?"
          explain="All your other sessions end at once. This one goes on."
          size="xs"
          disabledReason={others === 0 ? "You are signed in nowhere else." : undefined}
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
        {is_this ? <StatusBadge status="this one" tone="good" /> : null}
      </Group>
    ),
  },
  { header: "Address", cell: ({ client_address }) => <Text size="sm">{client_address}</Text> },
  { header: "Since", cell: ({ created_at }) => <When at={created_at} /> },
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
      title="Sign out there?"
      explain={`The session in ${deviceWords(user_agent)} ends at once.`}
      size="xs"
      onConfirm={end}
    />
  );
}
