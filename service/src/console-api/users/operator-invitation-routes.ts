import Type from "typebox";
import { type ApiRequest, causeOf } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/id.ts";
import { type InvitationId, listInvitations, requestLink, revokeInvitation } from "../../users/index.ts";
import { commandEndpoint, consolePath, endpoints, readEndpoint } from "../console-route.ts";
import { userIdOf } from "./operator-routes.ts";
import { presentInvitation, presentInvited } from "./present-invitation.ts";
import { EmailSchema, InvitationsSchema, InvitedSchema, OperatorRoleSchema } from "./schemas.ts";
import type { UsersConsole } from "./users-console.ts";

const path = `${consolePath}/users/invitations`;

const InviteBody = strictObject({ email: EmailSchema, operator_role: OperatorRoleSchema });

const ResetBody = strictObject({
  forgets_second_factors: Type.Boolean({
    description: "Also removes lost second factors, so that the user sets up new ones.",
  }),
});

/** Invitations of operators, and password reset links. */
export const operatorInvitationRoutes = endpoints<UsersConsole>([
  readEndpoint(`GET ${path}`, {
    operationId: "listOperatorInvitations",
    summary: "List open invitations and reset links",
    access: { permission: "users.read" },
    response: { description: "Newest first.", schema: InvitationsSchema },
    handle: async (_, users) => {
      const invitations = await listInvitations(users, undefined);
      return { invitations: invitations.map(presentInvitation) };
    },
  }),
  commandEndpoint(`POST ${path}`, {
    operationId: "inviteOperator",
    summary: "Invite an operator",
    description:
      "The single-use link is valid for seven days and replaces an earlier one for the same email. It is not in the " +
      "response: it is sent by email, or an operator shows it with `florin admin users link`.",
    access: { permission: "users.write", confirmation: "always" },
    body: { schema: InviteBody },
    response: { status: 201, description: "The invitation, without its link.", schema: InvitedSchema },
    refusals: ["conflict", "unprocessable"],
    handle: async (request, users) => {
      const { email, operator_role: role } = request.body;
      const cause = causeOf(request);
      const created = await users.database.transaction((tx) =>
        requestLink(users, tx, { grant: { kind: "operator", email, role }, cause }),
      );
      return presentInvited(created);
    },
  }),
  commandEndpoint(`POST ${consolePath}/users/{user_id}/reset`, {
    operationId: "resetUser",
    summary: "Create a password reset link",
    description:
      "The current password works until the link is used. It is not in the response: it is sent by email, or an operator shows it " +
      "with `florin admin users link`.",
    access: { permission: "users.write", confirmation: "always" },
    body: { schema: ResetBody },
    response: { status: 201, description: "The invitation, without its link.", schema: InvitedSchema },
    refusals: ["conflict", "unprocessable"],
    handle: async (request, users) => {
      const { forgets_second_factors: forgetsFactors } = request.body;
      const cause = causeOf(request);
      const grant = { kind: "reset", userId: userIdOf(request), forgetsFactors } as const;
      const created = await users.database.transaction((tx) => requestLink(users, tx, { grant, cause }));
      return presentInvited(created);
    },
  }),
  commandEndpoint(`DELETE ${path}/{invitation_id}`, {
    operationId: "revokeOperatorInvitation",
    summary: "Revoke an invitation or reset link",
    access: { permission: "users.write", isSensitive: true },
    response: { status: 204, description: "The link was revoked." },
    handle: async (request, users) => {
      const cause = causeOf(request);
      const id = invitationIdOf(request);
      await users.database.transaction((tx) =>
        revokeInvitation(users, tx, { id, tenantId: undefined, cause }),
      );
    },
  }),
]);

export function invitationIdOf({ params }: ApiRequest): InvitationId {
  const id = parseId<"invitation">(params["invitation_id"] ?? "");
  assert(id !== undefined, "the path is validated");
  return id;
}
