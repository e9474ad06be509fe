import Type from "typebox";
import { type ApiRequest, bodyOf, causeOf, type Route } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/id.ts";
import { type InvitationId, invite, listInvitations, revokeInvitation } from "../../people/index.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { personIdOf } from "./operator-routes.ts";
import type { PeopleConsole } from "./people-console.ts";
import { presentInvitation, presentLink } from "./present-invitation.ts";
import { EmailSchema, InvitationsSchema, LinkSchema, OperatorRoleSchema } from "./schemas.ts";

/** Links that let operators in, and that make new passwords. */
export function operatorInvitationRoutes(people: PeopleConsole): readonly Route[] {
  return [listRoute(people), inviteRoute(people), resetRoute(people), revokeRoute(people)];
}

const path = `${consolePath}/people/invitations`;

function listRoute(people: PeopleConsole): Route {
  return {
    method: "GET",
    path,
    operationId: "listOperatorInvitations",
    tag: consoleTag,
    summary: "Links that are still good",
    access: { permission: "people.read" },
    answers: { 200: { description: "The newest first.", schema: InvitationsSchema } },
    work: {
      kind: "read",
      handle: async () => {
        const invitations = await listInvitations(people, undefined);
        return { status: 200, body: { invitations: invitations.map(presentInvitation) } };
      },
    },
  };
}

const InviteBody = strictObject({ email: EmailSchema, operator_role: OperatorRoleSchema });

function inviteRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path,
    operationId: "inviteOperator",
    tag: consoleTag,
    summary: "Invite somebody to run the service",
    description:
      "The link is good for seven days, and once. One that was made before for the same e-mail ends.",
    access: { permission: "people.write", isSensitive: true },
    body: { schema: InviteBody },
    answers: { 201: { description: "The link.", schema: LinkSchema } },
    refusals: ["conflict", "unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { email, operator_role: role } = bodyOf(InviteBody, request);
        const cause = causeOf(request);
        const shown = await people.database.transaction((tx) =>
          invite(people, tx, { grant: { kind: "operator", email, role }, cause }),
        );
        return { status: 201, body: presentLink(people, shown) };
      },
    },
  };
}

const ResetBody = strictObject({
  forgets_second_factors: Type.Boolean({
    description: "True when they were lost, too: the person sets up new ones.",
  }),
});

function resetRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/people/{person_id}/reset`,
    operationId: "resetPerson",
    tag: consoleTag,
    summary: "Make a link for a new password",
    description: "The old password is good until the link is used.",
    access: { permission: "people.write", isSensitive: true },
    body: { schema: ResetBody },
    answers: { 201: { description: "The link.", schema: LinkSchema } },
    refusals: ["conflict", "unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { forgets_second_factors: forgetsFactors } = bodyOf(ResetBody, request);
        const cause = causeOf(request);
        const grant = { kind: "reset", personId: personIdOf(request), forgetsFactors } as const;
        const shown = await people.database.transaction((tx) => invite(people, tx, { grant, cause }));
        return { status: 201, body: presentLink(people, shown) };
      },
    },
  };
}

function revokeRoute(people: PeopleConsole): Route {
  return {
    method: "DELETE",
    path: `${path}/{invitation_id}`,
    operationId: "revokeOperatorInvitation",
    tag: consoleTag,
    summary: "Revoke a link",
    access: { permission: "people.write", isSensitive: true },
    answers: { 204: { description: "It lets nobody in any more." } },
    work: {
      kind: "command",
      handle: async (request) => {
        const cause = causeOf(request);
        const id = invitationIdOf(request);
        await people.database.transaction((tx) =>
          revokeInvitation(people, tx, { id, tenantId: undefined, cause }),
        );
        return { status: 204 };
      },
    },
  };
}

export function invitationIdOf({ params }: ApiRequest): InvitationId {
  const id = parseId<"invitation">(params["invitation_id"] ?? "");
  assert(id !== undefined, "the path was looked at");
  return id;
}
