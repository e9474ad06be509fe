import { Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get, type ResponseBody, send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { useListTotals, workspaceAddress } from "../../kit/list/use-list-totals.ts";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { When } from "../../kit/when.tsx";
import { useMe } from "../../session/use-me.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { InvitationsSection } from "./invitations-section.tsx";
import { InviteButton } from "./invite-button.tsx";
import { OriginsSection } from "./origins-section.tsx";
import { RoleButton } from "./role-button.tsx";
import { memberRoles, roleOptions } from "./roles.ts";
import { UserCell } from "./user-cell.tsx";

const path = "/console/api/workspaces/{tenant_id}/{network}/members";
type Member = ResponseBody<typeof path>["members"][number];

/** Members of the tenant. */
export function MembersPage() {
  const { name, can, params } = useWorkspace();
  const mayWrite = can("members.write");
  const disabledReason = mayWrite ? undefined : "Only account admins can manage members.";
  const refresh = useRefreshMembers();
  const invite = async (email: string, chosen: string) => {
    const role = memberRoles.find(({ value }) => value === chosen)?.value ?? "viewer";
    const invited = await send("post", `${path}/invitations`, {
      params: { path: params },
      body: { email, role },
    });
    await refresh();
    return invited;
  };
  return (
    <Page
      title="Members"
      description={`Users with access to ${name}, on both networks.`}
      actions={
        <InviteButton
          title={`Invite member to ${name}`}
          roles={roleOptions(memberRoles)}
          disabledReason={disabledReason}
          onInvite={invite}
        />
      }
    >
      <MembersSection disabledReason={disabledReason} />
      <MemberOrigins disabledReason={disabledReason} />
      <OpenInvitations disabledReason={disabledReason} />
    </Page>
  );
}

interface ReasonProps {
  readonly disabledReason: string | undefined;
}

function MembersSection({ disabledReason }: ReasonProps) {
  const { params } = useWorkspace();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["members", params],
    queryFn: ({ signal }) => get(path, { params: { path: params }, signal }),
  });
  const columns: readonly Column<Member>[] = [
    ...memberColumns,
    {
      header: "Actions",
      align: "right",
      cell: (member) => <MemberActions member={member} disabledReason={disabledReason} />,
    },
  ];
  const totals = useListTotals(`${workspaceAddress(params)}/members`);
  return (
    <Section
      title="Members"
      flush
      {...(data?.is_complete === false ? { description: "The first 500 are shown." } : {})}
    >
      <ListTable
        name="members"
        noun={["member", "members"]}
        {...totals}
        label="Members"
        columns={columns}
        rows={data?.members}
        rowKey={({ user_id }) => user_id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={
          <Empty title="No members yet">
            Invite a user. Members appear here once they have accepted the invitation.
          </Empty>
        }
      />
    </Section>
  );
}

const memberColumns: readonly Column<Member>[] = [
  {
    header: "User",
    cell: UserCell,
  },
  {
    header: "Role",
    cell: ({ role, is_disabled }) => (
      <Group gap={4}>
        <Text size="sm">{statusWords(role)}</Text>
        {is_disabled ? <StatusBadge status="disabled" /> : null}
      </Group>
    ),
  },
  { header: "Member since", cell: ({ since }) => <When at={since} /> },
  { header: "Last seen", cell: ({ last_seen_at }) => <When at={last_seen_at} /> },
];

function MemberActions({ member, disabledReason }: ReasonProps & { readonly member: Member }) {
  const { params, name: tenant } = useWorkspace();
  const me = useMe();
  const refresh = useRefreshMembers();
  const isMyself = me.user.id === member.user_id;
  const reason = disabledReason ?? (isMyself ? "You can't change your own access." : undefined);
  const target = { params: { path: { ...params, user_id: member.user_id } } };
  const changeRole = async (chosen: string) => {
    const role = memberRoles.find(({ value }) => value === chosen)?.value ?? member.role;
    await send("put", `${path}/{user_id}/role`, { ...target, body: { role } });
    await refresh();
  };
  const remove = async () => {
    await send("delete", `${path}/{user_id}`, target);
    await refresh();
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <RoleButton
        name={member.name}
        role={member.role}
        roles={roleOptions(memberRoles)}
        disabledReason={reason}
        onChange={changeRole}
      />
      <ConfirmButton
        label="Remove"
        title={`Remove ${member.name}?`}
        explain={`They lose access to ${tenant} with their next request. You can invite them again.`}
        danger
        size="xs"
        disabledReason={reason}
        onConfirm={remove}
      />
    </Group>
  );
}

function MemberOrigins({ disabledReason }: ReasonProps) {
  const { params } = useWorkspace();
  const refresh = useRefreshMembers();
  const { data, error, isLoading } = useQuery({
    queryKey: ["members", params, "origins"],
    queryFn: ({ signal }) => get(`${path}/origins`, { params: { path: params }, signal }),
  });
  const confirm = async (user_id: string) => {
    await send("post", `${path}/{user_id}/confirm`, { params: { path: { ...params, user_id } } });
    await refresh();
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

function OpenInvitations({ disabledReason }: ReasonProps) {
  const { params } = useWorkspace();
  const refresh = useRefreshMembers();
  const { data, error, isLoading } = useQuery({
    queryKey: ["members", params, "invitations"],
    queryFn: ({ signal }) => get(`${path}/invitations`, { params: { path: params }, signal }),
  });
  const revoke = async (invitation_id: string) => {
    await send("delete", `${path}/invitations/{invitation_id}`, {
      params: { path: { ...params, invitation_id } },
    });
    await refresh();
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

function useRefreshMembers(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["members"] });
}
