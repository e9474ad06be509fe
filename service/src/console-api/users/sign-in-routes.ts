import Type from "typebox";
import type { Route } from "../../http/route.ts";
import { inWords, named, nullableString, strictObject } from "../../http/schemas.ts";
import { isRefusal, RefusalError } from "../../kernel/refusal.ts";
import { endOneSession, enterWithCode, findSession, signIn } from "../../users/index.ts";
import { consoleCommand, consolePath } from "../console-route.ts";
import { EmailSchema, EnteredSchema, PasswordSchema, presentEntered } from "./schemas.ts";
import { membershipOf, signInAttemptOf, type UsersConsole, withToken } from "./users-console.ts";

export function signInRoutes(users: UsersConsole): readonly Route[] {
  return [
    passwordRoute(users),
    codeRoute(users, {
      path: "totp",
      operationId: "signInWithTotp",
      summary: "Confirm an authenticator code",
      body: TotpBody,
    }),
    codeRoute(users, {
      path: "recovery-code",
      operationId: "signInWithRecoveryCode",
      summary: "Use a recovery code",
      body: RecoveryBody,
    }),
    signOutRoute(users),
  ];
}

const PasswordBody = strictObject({ email: EmailSchema, password: PasswordSchema });

export const TotpCodeSchema = Type.String({ pattern: "^[0-9]{6}$", ...inWords("six digits") });
const TotpBody = strictObject({ code: TotpCodeSchema });

const maxTypedCode = 40;
const RecoveryBody = strictObject({ code: Type.String({ minLength: 10, maxLength: maxTypedCode }) });

function passwordRoute(users: UsersConsole): Route {
  return consoleCommand(`POST ${consolePath}/sign-in`, {
    operationId: "signIn",
    summary: "Sign in with email and password",
    description:
      "Opens a session that requires the second factor. A wrong email and a wrong password get the same response.",
    access: { permission: "public" },
    body: { schema: PasswordBody },
    response: { description: "The session, in a cookie.", schema: EnteredSchema },
    refusals: ["sign_in_failed"],
    respond: async (request) => {
      const { email, password } = request.body;
      const entered = await signIn(users, {
        email,
        password,
        signInAttempt: signInAttemptOf(users, request),
      });
      return withToken(users, entered.token, { status: 200, body: presentEntered(entered) });
    },
  });
}

interface CodeRoute extends Pick<Route, "path" | "operationId" | "summary"> {
  readonly body: typeof TotpBody;
}

function codeRoute(users: UsersConsole, { path, operationId, summary, body }: CodeRoute): Route {
  return consoleCommand(`POST ${consolePath}/sign-in/${path}`, {
    operationId,
    summary,
    description: "A code is valid once. The session continues under a new token.",
    access: { permission: "entering" },
    body: { schema: body },
    response: { description: "The session is complete.", schema: EnteredSchema },
    refusals: ["unprocessable"],
    respond: async (request) => {
      const { code } = request.body;
      const entered = await enterWithCode(users, { ...membershipOf(request), code });
      if (isRefusal(entered)) throw new RefusalError(entered);
      return withToken(users, entered.token, { status: 200, body: presentEntered(entered) });
    },
  });
}

function signOutRoute(users: UsersConsole): Route {
  return consoleCommand(`POST ${consolePath}/sign-out`, {
    operationId: "signOut",
    summary: "Sign out",
    access: { permission: "entering" },
    response: { description: "The session ended.", schema: SignedOutSchema },
    respond: async (request) => {
      const membership = membershipOf(request);
      const session = await findSession(users.database, { id: membership.sessionId });
      await users.database.transaction((tx) => endOneSession(users, tx, membership));
      const url = session?.isSso === true ? await endSessionUrl(users) : undefined;
      return {
        status: 200,
        body: { end_session_url: url ?? null },
        headers: { "set-cookie": users.cookie.clear() },
      };
    },
  });
}

const SignedOutSchema = named(
  "ConsoleSignedOut",
  Type.Object({
    end_session_url: nullableString({
      description: "Page of the identity provider that ends the session there; null for other sessions.",
    }),
  }),
);

/** Signing out works while the identity provider is down. */
async function endSessionUrl({ sso }: UsersConsole): Promise<string | undefined> {
  return sso?.provider.endSessionUrl().catch((error: unknown) => {
    sso.onProviderError(error);
    return undefined;
  });
}
