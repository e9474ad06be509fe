import Type from "typebox";
import { type ApiResponse, commandRoute, type Route } from "../../http/route.ts";
import { named, nullableString, strictObject } from "../../http/schemas.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { beginSsoSignIn, endSsoSessions, type SsoDeps, signInWithSso } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consolePath, consoleTag, endpoints, readEndpoint } from "../console-route.ts";
import { EnteredSchema, presentEntered } from "./schemas.ts";
import { createUsersConsole, signInAttemptOf, type UsersConsole, withToken } from "./users-console.ts";

const MethodsSchema = named(
  "ConsoleSignInMethods",
  Type.Object({
    local: Type.Boolean({ description: "Passwords and passkeys. If false, only for break-glass accounts." }),
    sso: nullableString({ description: "Name of the identity provider; null without one." }),
  }),
);

const maxReturnTo = 2_000;
const maxResponseQuery = 8_000;

const BeginBody = strictObject({
  return_to: Type.Optional(
    Type.String({
      pattern: "^/(?![/\\\\])",
      maxLength: maxReturnTo,
      description: "Console path to show after sign-in.",
    }),
  ),
});

export const VisitSchema = named(
  "ConsoleSsoVisit",
  Type.Object({ url: Type.String({ description: "Page of the identity provider." }) }),
);

/** The query of the page that the identity provider returned to. */
export const ReturnBody = strictObject({ response: Type.String({ maxLength: maxResponseQuery }) });

const SsoEnteredSchema = named(
  "ConsoleSsoEntered",
  Type.Object({
    ...EnteredSchema.properties,
    return_to: nullableString({ description: "Console path that the user requested." }),
  }),
);

const maxLogoutToken = 10_000;
const LogoutBody = strictObject({ logout_token: Type.String({ maxLength: maxLogoutToken }) });

/** Signing in at the company's identity provider. */
export const ssoRoutes = endpoints<UsersConsole>([
  readEndpoint(`GET ${consolePath}/sign-in/methods`, {
    operationId: "getSignInMethods",
    summary: "Get the ways to sign in",
    access: { permission: "public" },
    response: { description: "The ways to sign in.", schema: MethodsSchema },
    handle: async (_, { sso, allowsLocalSignIn }) => ({
      local: allowsLocalSignIn,
      sso: sso?.policy.name ?? null,
    }),
  }),
  commandEndpoint(`POST ${consolePath}/sign-in/sso`, {
    operationId: "beginSsoSignIn",
    summary: "Start signing in with single sign-on",
    access: { permission: "public" },
    // The attempt is stored for some minutes, and changes nothing else.
    effect: "none",
    body: { schema: BeginBody, isOptional: true },
    response: { description: "The page to open, and a cookie for the return.", schema: VisitSchema },
    refusals: ["not_found", "dependency_unavailable"],
    respond: async (request, users) => {
      const returnTo = request.body.return_to;
      return visiting(users, await beginSsoSignIn(requireSso(users), { purpose: "sign_in", returnTo }));
    },
  }),
  commandEndpoint(`POST ${consolePath}/sign-in/sso/complete`, {
    operationId: "completeSsoSignIn",
    summary: "Sign in with the response of the identity provider",
    description: "Works once, and only in the browser that started.",
    access: { permission: "public" },
    body: { schema: ReturnBody },
    response: { description: "The session, in a cookie.", schema: SsoEnteredSchema },
    refusals: ["not_found", "not_permitted", "dependency_unavailable"],
    respond: async (request, users) => {
      const entered = await signInWithSso(requireSso(users), {
        token: users.visitCookie.read(request.headers),
        responseQuery: request.body.response,
        signInAttempt: signInAttemptOf(users, request),
      });
      const body = { ...presentEntered(entered), return_to: entered.returnTo ?? null };
      return withToken(users, entered.token, { status: 200, body });
    },
  }),
]);

export function requireSso({ sso }: UsersConsole): SsoDeps {
  if (sso === undefined) throw new RefusalError(refuse("not_found", "single sign-on is not configured"));
  return sso;
}

/** Sends the browser to the identity provider, with the cookie that its return needs. */
export function visiting(
  { visitCookie }: UsersConsole,
  { url, token }: { readonly url: string; readonly token: string },
): ApiResponse {
  return { status: 200, body: { url }, headers: { "set-cookie": visitCookie.write(token) } };
}

/** What the identity provider calls: neither a request of a page nor bound to a browser, the token proves it. */
export function ssoProviderRoute(deps: ConsoleDeps): Route {
  const users = createUsersConsole(deps);
  return commandRoute("POST /sso/back-channel-logout", {
    operationId: "endSsoSessions",
    tag: consoleTag,
    summary: "End the sessions that a logout token of the identity provider names",
    access: "public",
    effect: "perhaps",
    body: { schema: LogoutBody, mediaType: "application/x-www-form-urlencoded" },
    response: { description: "The sessions ended." },
    refusals: ["not_found", "dependency_unavailable"],
    handle: async (request) => {
      const { logout_token: logoutToken } = request.body;
      const { requestId } = request;
      if (await endSsoSessions(requireSso(users), { logoutToken, requestId })) return { status: 200 };
      throw new RefusalError(refuse("validation_failed", "the logout token is invalid"));
    },
  });
}
