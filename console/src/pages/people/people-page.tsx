import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, send } from "../../api/client.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import { InvitationsSection } from "./invitations-section.tsx";
import { InviteButton } from "./invite-button.tsx";
import type { Person } from "./person.ts";
import { PersonActions } from "./person-actions.tsx";
import { operatorRoles, roleOptions } from "./roles.ts";

const peopleKey = ["people"];
const notAllowed = "Only admins change who may use the console.";

/** Who may use the console, and who runs the service. */
export function PeoplePage() {
  const disabledReason = useCan("people.write") ? undefined : notAllowed;
  const queryClient = useQueryClient();
  const invite = async (email: string, role: string) => {
    const operator_role = operatorRoles.find(({ value }) => value === role)?.value ?? "read_only";
    const body = { email, operator_role };
    const { link } = await send("post", "/console/api/people/invitations", { body });
    await queryClient.invalidateQueries({ queryKey: peopleKey });
    return link;
  };
  return (
    <Page
      title="People"
      description="Who may use the console. Members of tenants are invited in their workspaces."
      actions={
        <InviteButton
          title="Invite somebody to run the service"
          roles={roleOptions(operatorRoles)}
          disabledReason={disabledReason}
          onInvite={invite}
        />
      }
    >
      <PeopleSection />
      <OpenInvitations disabledReason={disabledReason} />
    </Page>
  );
}

function PeopleSection() {
  const [filters, setFilters] = useUrlFilters({ who: "operators" });
  const { query, pagingOf } = useUrlPaging();
  const who = filters.who === "everybody" ? "everybody" : "operators";
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: [...peopleKey, who, query],
    queryFn: ({ signal }) => get("/console/api/people", { params: { query: { who, ...query } }, signal }),
  });
  return (
    <Section
      title={who === "operators" ? "Those who run the service" : "Everybody"}
      flush
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Who is shown"
          value={who}
          onChange={(value) => setFilters({ who: value })}
          data={[
            { value: "operators", label: "Operators" },
            { value: "everybody", label: "Everybody" },
          ]}
        />
      }
    >
      <DataTable
        label="People"
        columns={columns}
        rows={data?.people}
        rowKey={({ person_id }) => person_id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        paging={pagingOf(data?.pagination)}
        empty={
          <Empty title="Nobody yet">Invite somebody; they are listed once they have used the link.</Empty>
        }
      />
    </Section>
  );
}

const columns: readonly Column<Person>[] = [
  {
    header: "Person",
    cell: ({ name, email }) => (
      <Stack gap={0}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {email}
        </Text>
      </Stack>
    ),
  },
  {
    header: "Role",
    cell: ({ operator_role, tenants }) => (
      <Text size="sm">
        {operator_role === null
          ? `Member of ${tenants} ${tenants === 1 ? "tenant" : "tenants"}`
          : statusWords(operator_role)}
      </Text>
    ),
  },
  {
    header: "Access",
    cell: ({ disabled_at, has_second_factor }) => (
      <Group gap={4}>
        <StatusBadge status={disabled_at === null ? "active" : "disabled"} />
        {has_second_factor ? null : <StatusBadge status="no second factor" tone="waiting" />}
      </Group>
    ),
  },
  { header: "Last seen", cell: ({ last_seen_at }) => <When at={last_seen_at} /> },
  { header: "Actions", cell: (person) => <PersonActions person={person} />, align: "right" },
];

function OpenInvitations({ disabledReason }: { readonly disabledReason: string | undefined }) {
  const queryClient = useQueryClient();
  const { data, error, isLoading } = useQuery({
    queryKey: [...peopleKey, "invitations"],
    queryFn: ({ signal }) => get("/console/api/people/invitations", { signal }),
  });
  const revoke = async (invitation_id: string) => {
    const path = { invitation_id };
    await send("delete", "/console/api/people/invitations/{invitation_id}", { params: { path } });
    await queryClient.invalidateQueries({ queryKey: peopleKey });
  };
  return (
    <InvitationsSection
      invitations={data?.invitations}
      error={error}
      isLoading={isLoading}
      disabledReason={disabledReason}
      onRevoke={revoke}
    />
  );
}
