import Type from "typebox";
import type { RowSource } from "../../http/list-route.ts";
import { present } from "../../http/present.ts";
import { causeOf, principalOf } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, strictObject } from "../../http/schemas.ts";
import type { TenantId } from "../../kernel/id.ts";
import {
  changeMemberRole,
  listInvitations,
  listMembers,
  type MemberSummary,
  removeMember,
  requestLink,
  revokeInvitation,
} from "../../users/index.ts";
import { commandEndpoint, consoleList, endpoints, readEndpoint, workspacePath } from "../console-route.ts";
import { invitationIdOf } from "./operator-invitation-routes.ts";
import { userIdOf } from "./operator-routes.ts";
import { presentInvitation, presentInvited } from "./present-invitation.ts";
import {
  EmailSchema,
  InvitationsSchema,
  InvitedSchema,
  MemberRoleSchema,
  nullableDateTime,
} from "./schemas.ts";
import type { UsersConsole } from "./users-console.ts";

const path = `${workspacePath}/members`;

const MemberSchema = named(
  "ConsoleMember",
  Type.Object({
    user_id: IdSchema,
    email: Type.String(),
    name: Type.String(),
    role: MemberRoleSchema,
    is_disabled: Type.Boolean(),
    since: DateTimeSchema,
    last_seen_at: nullableDateTime("Null if long ago."),
  }),
);

const presentMember = (member: MemberSummary) =>
  present(MemberSchema, { ...member, since: member.createdAt });

/** All at once. */
const memberRows: RowSource<{ readonly tenantId: TenantId }, MemberSummary> = {
  page: async (session, { tenantId }) => {
    const { members, isComplete } = await listMembers(session, tenantId);
    return { items: members, isComplete, pagination: { page_size: members.length, next: null, prev: null } };
  },
};

const RoleBody = strictObject({ role: MemberRoleSchema });

const InviteBody = strictObject({ email: EmailSchema, role: MemberRoleSchema });

/** Members of a tenant, in both networks. */
export const memberRoutes = endpoints<UsersConsole>([
  ({ database }) =>
    consoleList(`GET ${path}`, {
      operationId: "listMembers",
      summary: "List members",
      access: { permission: "members.read" },
      response: {
        description: "In the order they joined.",
        schema: named(
          "ConsoleMembers",
          Type.Object({ members: Type.Array(MemberSchema), is_complete: Type.Boolean() }),
        ),
      },
      list: {
        session: database,
        rows: memberRows,
        filters: (request) => ({ tenantId: principalOf(request).tenantId }),
        name: "members",
        present: (members) => members.map(presentMember),
        around: (_, { isComplete }) => ({ is_complete: isComplete }),
      },
    }),
  commandEndpoint(`PUT ${path}/{user_id}/role`, {
    operationId: "changeMemberRole",
    summary: "Change a member's role",
    description: "You can't change your own role. Only operators can change the last admin.",
    access: { permission: "members.write", confirmation: "always" },
    body: { schema: RoleBody },
    response: { status: 204, description: "The role was changed." },
    refusals: ["conflict"],
    handle: async (request, users) => {
      const { role } = request.body;
      const { tenantId } = principalOf(request);
      const change = { tenantId, userId: userIdOf(request), role, cause: causeOf(request) };
      await users.database.transaction((tx) => changeMemberRole(users, tx, change));
    },
  }),
  commandEndpoint(`DELETE ${path}/{user_id}`, {
    operationId: "removeMember",
    summary: "Remove a member",
    description: "You can't remove yourself. Only operators can remove the last admin.",
    access: { permission: "members.write", confirmation: "always" },
    response: { status: 204, description: "The member was removed." },
    refusals: ["conflict"],
    handle: async (request, users) => {
      const { tenantId } = principalOf(request);
      const change = { tenantId, userId: userIdOf(request), cause: causeOf(request) };
      await users.database.transaction((tx) => removeMember(users, tx, change));
    },
  }),
  readEndpoint(`GET ${path}/invitations`, {
    operationId: "listMemberInvitations",
    summary: "List open invitations of the tenant",
    access: { permission: "members.read" },
    response: { description: "Newest first.", schema: InvitationsSchema },
    handle: async (request, users) => {
      const invitations = await listInvitations(users, principalOf(request).tenantId);
      return { invitations: invitations.map(presentInvitation) };
    },
  }),
  commandEndpoint(`POST ${path}/invitations`, {
    operationId: "inviteMember",
    summary: "Invite a member",
    description:
      "The single-use link is valid for seven days and replaces an earlier one for the same email. It is not in the " +
      "response: it is sent by email, or an operator shows it with `florin admin users link`.",
    access: { permission: "members.write", confirmation: "always" },
    body: { schema: InviteBody },
    response: { status: 201, description: "The invitation, without its link.", schema: InvitedSchema },
    refusals: ["conflict", "unprocessable"],
    handle: async (request, users) => {
      const { email, role } = request.body;
      const grant = { kind: "member", email, role, tenantId: principalOf(request).tenantId } as const;
      const cause = causeOf(request);
      const created = await users.database.transaction((tx) => requestLink(users, tx, { grant, cause }));
      return presentInvited(created);
    },
  }),
  commandEndpoint(`DELETE ${path}/invitations/{invitation_id}`, {
    operationId: "revokeMemberInvitation",
    summary: "Revoke an invitation of the tenant",
    access: { permission: "members.write", isSensitive: true },
    response: { status: 204, description: "The invitation was revoked." },
    handle: async (request, users) => {
      const { tenantId } = principalOf(request);
      const revocation = { id: invitationIdOf(request), tenantId, cause: causeOf(request) };
      await users.database.transaction((tx) => revokeInvitation(users, tx, revocation));
    },
  }),
]);
