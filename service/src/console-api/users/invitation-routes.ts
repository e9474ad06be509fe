import Type from "typebox";
import { findTenantNames } from "../../accounts/index.ts";
import { DateTimeSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { acceptAsKnown, acceptInvitation, lookAtInvitation } from "../../users/index.ts";
import { commandEndpoint, consolePath, endpoints } from "../console-route.ts";
import {
  EmailSchema,
  EnteredSchema,
  LinkTokenSchema,
  NameSchema,
  NewPasswordSchema,
  presentEntered,
} from "./schemas.ts";
import { membershipOf, signInAttemptOf, type UsersConsole, withToken } from "./users-console.ts";

const LinkBody = strictObject({ token: LinkTokenSchema });

const SeenSchema = named(
  "ConsoleSeenInvitation",
  Type.Object({
    purpose: Type.Enum(["join", "reset"]),
    email: nullableString({ description: "Null for the first operator, who enters it." }),
    operator_role: nullableString({
      description: "Operator role granted by the link.",
    }),
    tenant: Type.Union([
      Type.Object({ tenant_id: Type.String(), name: Type.String(), role: Type.String() }),
      Type.Null(),
    ]),
    is_known: Type.Boolean({ description: "The invitee already has access, and accepts while signed in." }),
    forgets_second_factors: Type.Boolean(),
    expires_at: DateTimeSchema,
  }),
);

const AcceptBody = strictObject({
  token: LinkTokenSchema,
  email: Type.Optional(EmailSchema),
  name: Type.Optional(NameSchema),
  password: NewPasswordSchema,
});

/** Inspecting and using a link. */
export const invitationRoutes = endpoints<UsersConsole>([
  commandEndpoint(`POST ${consolePath}/invitations/look`, {
    operationId: "lookAtInvitation",
    summary: "Inspect a link",
    description: "The token is sent in the body, because paths are logged.",
    access: { permission: "public" },
    effect: "none",
    body: { schema: LinkBody },
    response: { description: "Purpose of the link.", schema: SeenSchema },
    handle: async (request, users) => {
      const { token } = request.body;
      const { invitation, email, isKnown } = orThrow(await lookAtInvitation(users, token));
      const { grant, expiresAt } = invitation;
      const tenantIds = grant.kind === "member" ? [grant.tenantId] : [];
      const [tenant] = await findTenantNames(users.database, tenantIds);
      return {
        purpose: grant.kind === "reset" ? "reset" : "join",
        email: email ?? null,
        operator_role: grant.kind === "operator" ? grant.role : null,
        tenant:
          tenant === undefined || grant.kind !== "member"
            ? null
            : { tenant_id: tenant.tenantId, name: tenant.name, role: grant.role },
        is_known: isKnown,
        forgets_second_factors: grant.kind === "reset" && grant.forgetsFactors,
        expires_at: formatInstant(expiresAt),
      };
    },
  }),
  commandEndpoint(`POST ${consolePath}/invitations/accept`, {
    operationId: "acceptInvitation",
    summary: "Use a link to create your access or reset your password",
    description: "Opens a session that requires the second factor, which is set up first if there is none.",
    access: { permission: "public" },
    body: { schema: AcceptBody },
    response: { description: "The session, in a cookie.", schema: EnteredSchema },
    refusals: ["conflict"],
    respond: async (request, users) => {
      const { token, email, name, password } = request.body;
      const signInAttempt = signInAttemptOf(users, request);
      const entered = await acceptInvitation(users, { token, email, name, password, signInAttempt });
      return withToken(users, entered.token, { status: 200, body: presentEntered(entered) });
    },
  }),
  commandEndpoint(`POST ${consolePath}/me/invitations/accept`, {
    operationId: "acceptInvitationAsKnown",
    summary: "Accept an invitation while signed in",
    access: { permission: "self" },
    body: { schema: LinkBody },
    response: { status: 204, description: "Access was granted." },
    refusals: ["conflict", "not_found"],
    handle: async (request, users) => {
      const { token } = request.body;
      await acceptAsKnown(users, { ...membershipOf(request), token });
    },
  }),
]);
