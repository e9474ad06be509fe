import Type from "typebox";
import { findTenantNames } from "../../accounts/index.ts";
import { bodyOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { acceptAsKnown, acceptInvitation, lookAtInvitation } from "../../people/index.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { arrivalOf, type PeopleConsole, standingOf, withToken } from "./people-console.ts";
import {
  EmailSchema,
  EnteredSchema,
  LinkTokenSchema,
  NameSchema,
  NewPasswordSchema,
  presentEntered,
} from "./schemas.ts";

/** Using a link. */
export function invitationRoutes(people: PeopleConsole): readonly Route[] {
  return [lookRoute(people), acceptRoute(people), acceptAsKnownRoute(people)];
}

const LinkBody = strictObject({ token: LinkTokenSchema });

const SeenSchema = named(
  "ConsoleSeenInvitation",
  Type.Object({
    purpose: Type.Enum(["join", "reset"]),
    email: nullableString({ description: "Null where the person says it: for the first operator." }),
    operator_role: nullableString({
      description: "What the person becomes among those who run the service.",
    }),
    tenant: Type.Union([
      Type.Object({ tenant_id: Type.String(), name: Type.String(), role: Type.String() }),
      Type.Null(),
    ]),
    is_known: Type.Boolean({ description: "The person has access, and accepts while signed in." }),
    forgets_second_factors: Type.Boolean(),
    expires_at: DateTimeSchema,
  }),
);

function lookRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/invitations/look`,
    operationId: "lookAtInvitation",
    tag: consoleTag,
    summary: "What a link is for",
    description: "The token is sent in the body, because paths are written into logs.",
    access: { permission: "nobody" },
    effect: "none",
    body: { schema: LinkBody },
    answers: { 200: { description: "What the link is for.", schema: SeenSchema } },
    work: {
      kind: "command",
      handle: async (request) => {
        const { token } = bodyOf(LinkBody, request);
        const { invitation, email, isKnown } = orThrow(await lookAtInvitation(people, token));
        const { grant, expiresAt } = invitation;
        const tenantIds = grant.kind === "member" ? [grant.tenantId] : [];
        const [tenant] = await findTenantNames(people.database, tenantIds);
        return {
          status: 200,
          body: {
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
          },
        };
      },
    },
  };
}

const AcceptBody = strictObject({
  token: LinkTokenSchema,
  email: Type.Optional(EmailSchema),
  name: Type.Optional(NameSchema),
  password: NewPasswordSchema,
});

function acceptRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/invitations/accept`,
    operationId: "acceptInvitation",
    tag: consoleTag,
    summary: "Use a link: create your access, or make a new password",
    description:
      "Opens a session that waits for the second factor, which is set up first where there is none.",
    access: { permission: "nobody" },
    body: { schema: AcceptBody },
    answers: { 200: { description: "The session, in a cookie.", schema: EnteredSchema } },
    refusals: ["conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { token, email, name, password } = bodyOf(AcceptBody, request);
        const arrival = arrivalOf(people, request);
        const entered = await acceptInvitation(people, { token, email, name, password, arrival });
        return withToken(people, entered.token, { status: 200, body: presentEntered(entered) });
      },
    },
  };
}

function acceptAsKnownRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/invitations/accept`,
    operationId: "acceptInvitationAsKnown",
    tag: consoleTag,
    summary: "Use a link with the access that you have",
    access: { permission: "self" },
    body: { schema: LinkBody },
    answers: { 204: { description: "It is yours." } },
    refusals: ["conflict", "not_found"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { token } = bodyOf(LinkBody, request);
        await acceptAsKnown(people, { ...standingOf(request), token });
        return { status: 204 };
      },
    },
  };
}
