import Type, { type Static } from "typebox";
import { bodyOf, causeOf, principalOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, strictObject } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import {
  changeMemberRole,
  invite,
  type ListedMember,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
} from "../../people/index.ts";
import { consoleTag, workspacePath } from "../console-tag.ts";
import { invitationIdOf } from "./operator-invitation-routes.ts";
import { personIdOf } from "./operator-routes.ts";
import type { PeopleConsole } from "./people-console.ts";
import { presentInvitation, presentLink } from "./present-invitation.ts";
import {
  EmailSchema,
  formatOptional,
  InvitationsSchema,
  LinkSchema,
  MemberRoleSchema,
  nullableDateTime,
} from "./schemas.ts";

/** Those who belong to a tenant. They do in both networks. */
export function memberRoutes(people: PeopleConsole): readonly Route[] {
  return [
    listRoute(people),
    changeRoute(people),
    removeRoute(people),
    listInvitationsRoute(people),
    inviteRoute(people),
    revokeRoute(people),
  ];
}

const path = `${workspacePath}/members`;

const MemberSchema = named(
  "ConsoleMember",
  Type.Object({
    person_id: IdSchema,
    email: Type.String(),
    name: Type.String(),
    role: MemberRoleSchema,
    is_disabled: Type.Boolean(),
    since: DateTimeSchema,
    last_seen_at: nullableDateTime("Null when it is long ago."),
  }),
);

function listRoute({ database }: PeopleConsole): Route {
  return {
    method: "GET",
    path,
    operationId: "listMembers",
    tag: consoleTag,
    summary: "Who belongs to the tenant",
    access: { permission: "members.read" },
    answers: {
      200: {
        description: "Those who came first at the top.",
        schema: named(
          "ConsoleMembers",
          Type.Object({ members: Type.Array(MemberSchema), is_complete: Type.Boolean() }),
        ),
      },
    },
    work: {
      kind: "read",
      handle: async (request) => {
        const { members, isComplete } = await listMembers(database, principalOf(request).tenantId);
        return { status: 200, body: { members: members.map(presentMember), is_complete: isComplete } };
      },
    },
  };
}

function presentMember(member: ListedMember): Static<typeof MemberSchema> {
  return {
    person_id: member.personId,
    email: member.email,
    name: member.name,
    role: member.role,
    is_disabled: member.isDisabled,
    since: formatInstant(member.createdAt),
    last_seen_at: formatOptional(member.lastSeenAt),
  };
}

const RoleBody = strictObject({ role: MemberRoleSchema });

function changeRoute(people: PeopleConsole): Route {
  return {
    method: "PUT",
    path: `${path}/{person_id}/role`,
    operationId: "changeMemberRole",
    tag: consoleTag,
    summary: "Change a member's role",
    description: "Never one's own. Only those who run the service change the last admin.",
    access: { permission: "members.write", isSensitive: true },
    body: { schema: RoleBody },
    answers: { 204: { description: "It is so now." } },
    refusals: ["conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { role } = bodyOf(RoleBody, request);
        const { tenantId } = principalOf(request);
        const change = { tenantId, personId: personIdOf(request), role, cause: causeOf(request) };
        await people.database.transaction((tx) => changeMemberRole(people, tx, change));
        return { status: 204 };
      },
    },
  };
}

function removeRoute(people: PeopleConsole): Route {
  return {
    method: "DELETE",
    path: `${path}/{person_id}`,
    operationId: "removeMember",
    tag: consoleTag,
    summary: "Remove a member",
    description: "Never oneself. Only those who run the service remove the last admin.",
    access: { permission: "members.write", isSensitive: true },
    answers: { 204: { description: "The person sees nothing of the tenant any more." } },
    refusals: ["conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { tenantId } = principalOf(request);
        const change = { tenantId, personId: personIdOf(request), cause: causeOf(request) };
        await people.database.transaction((tx) => removeMember(people, tx, change));
        return { status: 204 };
      },
    },
  };
}

function listInvitationsRoute(people: PeopleConsole): Route {
  return {
    method: "GET",
    path: `${path}/invitations`,
    operationId: "listMemberInvitations",
    tag: consoleTag,
    summary: "Links into the tenant that are still good",
    access: { permission: "members.read" },
    answers: { 200: { description: "The newest first.", schema: InvitationsSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const invitations = await listInvitations(people, principalOf(request).tenantId);
        return { status: 200, body: { invitations: invitations.map(presentInvitation) } };
      },
    },
  };
}

const InviteBody = strictObject({ email: EmailSchema, role: MemberRoleSchema });

function inviteRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${path}/invitations`,
    operationId: "inviteMember",
    tag: consoleTag,
    summary: "Invite somebody into the tenant",
    description:
      "The link is good for seven days, and once. One that was made before for the same e-mail ends.",
    access: { permission: "members.write", isSensitive: true },
    body: { schema: InviteBody },
    answers: { 201: { description: "The link.", schema: LinkSchema } },
    refusals: ["conflict", "unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { email, role } = bodyOf(InviteBody, request);
        const grant = { kind: "member", email, role, tenantId: principalOf(request).tenantId } as const;
        const cause = causeOf(request);
        const shown = await people.database.transaction((tx) => invite(people, tx, { grant, cause }));
        return { status: 201, body: presentLink(people, shown) };
      },
    },
  };
}

function revokeRoute(people: PeopleConsole): Route {
  return {
    method: "DELETE",
    path: `${path}/invitations/{invitation_id}`,
    operationId: "revokeMemberInvitation",
    tag: consoleTag,
    summary: "Revoke a link into the tenant",
    access: { permission: "members.write", isSensitive: true },
    answers: { 204: { description: "It lets nobody in any more." } },
    work: {
      kind: "command",
      handle: async (request) => {
        const { tenantId } = principalOf(request);
        const revocation = { id: invitationIdOf(request), tenantId, cause: causeOf(request) };
        await people.database.transaction((tx) => revokeInvitation(people, tx, revocation));
        return { status: 204 };
      },
    },
  };
}
