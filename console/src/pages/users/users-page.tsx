import { Group, SegmentedControl, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, send } from "../../api/client.ts";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
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
import { OriginsSection } from "./origins-section.tsx";
import { operatorRoles, roleOptions } from "./roles.ts";
import type { User } from "./user.ts";
import { UserActions } from "./user-actions.tsx";
import { UserCell } from "./user-cell.tsx";

const usersKey = ["users"];
const notAllowed = "Only admins can manage users.";

/** Console users and operators. */
export function UsersPage() {
  const disabledReason = useCan("users.write") ? undefined : notAllowed;
  const queryClient = useQueryClient();
  const invite = async (email: string, role: string) => {
    const operator_role = operatorRoles.find(({ value }) => value === role)?.value ?? "read_only";
    const body = { email, operator_role };
    const invited = await send("post", "/console/api/users/invitations", { body });
    await queryClient.invalidateQueries({ queryKey: usersKey });
    return invited;
  };
  return (
    <Page
      title="Users"
      description="Console users. Tenant members are invited in their workspaces."
      actions={
        <InviteButton
          title="Invite operator"
          roles={roleOptions(operatorRoles)}
          disabledReason={disabledReason}
          onInvite={invite}
        />
      }
    >
      <UsersSection />
      <OperatorOrigins disabledReason={disabledReason} />
      <OpenInvitations disabledReason={disabledReason} />
    </Page>
  );
}

function UsersSection() {
  const [filters, setFilters] = useUrlFilters({ who: "operators" });
  const { query, pagingOf } = useUrlPaging();
  const who = filters.who === "all" ? "all" : "operators";
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: [...usersKey, who, query],
    queryFn: ({ signal }) => get("/console/api/users", { params: { query: { who, ...query } }, signal }),
  });
  const totals = useListTotals("/console/api/users", { who });
  return (
    <Section
      title={who === "operators" ? "Operators" : "All users"}
      flush
      actions={
        <SegmentedControl
          size="xs"
          aria-label="User filter"
          value={who}
          onChange={(value) => setFilters({ who: value })}
          data={[
            { value: "operators", label: "Operators" },
            { value: "all", label: "All users" },
          ]}
        />
      }
    >
      <ListTable
        name="users"
        noun={["user", "users"]}
        {...totals}
        label="Users"
        columns={columns}
        rows={data?.users}
        rowKey={({ user_id }) => user_id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        paging={pagingOf(data?.pagination)}
        empty={
          <Empty title="No users yet">Users appear here once they have accepted their invitation.</Empty>
        }
      />
    </Section>
  );
}

const sourceWords: Readonly<Record<User["source"], string>> = {
  local: "Local",
  sso: "Single sign-on",
  scim: "SCIM",
};

const columns: readonly Column<User>[] = [
  {
    header: "User",
    cell: UserCell,
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
  {
    header: "Source",
    cell: ({ source, is_break_glass }) => (
      <Text size="sm">{is_break_glass ? "Break-glass" : sourceWords[source]}</Text>
    ),
  },
  { header: "Last seen", cell: ({ last_seen_at }) => <When at={last_seen_at} /> },
  { header: "Actions", cell: (user) => <UserActions user={user} />, align: "right" },
];

function OperatorOrigins({ disabledReason }: { readonly disabledReason: string | undefined }) {
  const queryClient = useQueryClient();
  const { data, error, isLoading } = useQuery({
    queryKey: [...usersKey, "origins"],
    queryFn: ({ signal }) => get("/console/api/users/origins", { signal }),
  });
  const confirm = async (user_id: string) => {
    await send("post", "/console/api/users/{user_id}/confirm", { params: { path: { user_id } } });
    await queryClient.invalidateQueries({ queryKey: usersKey });
  };
  return (
    <OriginsSection
      rows={data?.users}
      error={error}
      isLoading={isLoading}
      disabledReason={disabledReason}
      onConfirm={confirm}
    />
  );
}

function OpenInvitations({ disabledReason }: { readonly disabledReason: string | undefined }) {
  const queryClient = useQueryClient();
  const { data, error, isLoading } = useQuery({
    queryKey: [...usersKey, "invitations"],
    queryFn: ({ signal }) => get("/console/api/users/invitations", { signal }),
  });
  const revoke = async (invitation_id: string) => {
    const path = { invitation_id };
    await send("delete", "/console/api/users/invitations/{invitation_id}", { params: { path } });
    await queryClient.invalidateQueries({ queryKey: usersKey });
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
