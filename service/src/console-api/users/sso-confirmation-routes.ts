import { strictObject } from "../../http/schemas.ts";
import { beginSsoConfirmation, beginSsoLink, confirmWithSso, linkIdentity } from "../../users/index.ts";
import { commandEndpoint, consolePath, endpoints } from "../console-route.ts";
import { ConfirmationIdSchema, ConfirmedSchema, confirmationIdOf, presentConfirmed } from "./confirmed.ts";
import { ReturnBody, requireSso, VisitSchema, visiting } from "./sso-routes.ts";
import { membershipOf, type UsersConsole } from "./users-console.ts";

const BeginBody = strictObject({ confirmation_id: ConfirmationIdSchema });
const visitResponse = { description: "The page to open, and a cookie for the return.", schema: VisitSchema };

/** A signed-in user at the identity provider: to confirm a request, or to connect the identity there. */
export const ssoConfirmationRoutes = endpoints<UsersConsole>([
  commandEndpoint(`POST ${consolePath}/me/confirm/sso`, {
    operationId: "beginSsoConfirmation",
    summary: "Start confirming with single sign-on",
    description: "For users of single sign-on who have neither a passkey nor an authenticator app here.",
    access: { permission: "self" },
    effect: "none",
    body: { schema: BeginBody, isOptional: true },
    response: visitResponse,
    refusals: ["not_found", "conflict", "dependency_unavailable"],
    respond: async (request, users) => {
      const confirmationId = confirmationIdOf(request.body.confirmation_id);
      const begun = { ...membershipOf(request), confirmationId };
      return visiting(users, await beginSsoConfirmation(requireSso(users), begun));
    },
  }),
  commandEndpoint(`POST ${consolePath}/me/confirm/sso/complete`, {
    operationId: "confirmWithSso",
    summary: "Confirm a request, or sensitive operations, with a new authentication at the identity provider",
    access: { permission: "self" },
    body: { schema: ReturnBody },
    response: { description: "Confirmed for a limited time.", schema: ConfirmedSchema },
    refusals: ["not_found", "not_permitted", "conflict", "unprocessable", "dependency_unavailable"],
    handle: async (request, users) => {
      await confirmWithSso(requireSso(users), {
        ...membershipOf(request),
        token: users.visitCookie.read(request.headers),
        responseQuery: request.body.response,
      });
      return presentConfirmed(users.clock);
    },
  }),
  commandEndpoint(`POST ${consolePath}/me/sso/link`, {
    operationId: "beginSsoLink",
    summary: "Start connecting your user to single sign-on",
    access: { permission: "self", isSensitive: true },
    effect: "none",
    response: visitResponse,
    refusals: ["not_found", "dependency_unavailable"],
    respond: async (request, users) =>
      visiting(users, await beginSsoLink(requireSso(users), membershipOf(request))),
  }),
  commandEndpoint(`POST ${consolePath}/me/sso/link/complete`, {
    operationId: "linkIdentity",
    summary: "Connect your user to the identity that the response proves",
    description: "From then on you sign in there, and your password stops working.",
    access: { permission: "self", isSensitive: true },
    body: { schema: ReturnBody },
    response: { status: 204, description: "Connected." },
    refusals: ["not_found", "not_permitted", "conflict", "dependency_unavailable"],
    handle: async (request, users) => {
      await linkIdentity(requireSso(users), {
        ...membershipOf(request),
        token: users.visitCookie.read(request.headers),
        responseQuery: request.body.response,
      });
    },
  }),
]);
