import Type from "typebox";
import { bodyOf, type Route } from "../../http/route.ts";
import { inWords, strictObject } from "../../http/schemas.ts";
import { isRefusal, RefusalError } from "../../kernel/refusal.ts";
import { endOneSession, enterWithCode, signIn } from "../../people/index.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { arrivalOf, type PeopleConsole, standingOf, withToken } from "./people-console.ts";
import { EmailSchema, EnteredSchema, PasswordSchema, presentEntered } from "./schemas.ts";

export function signInRoutes(people: PeopleConsole): readonly Route[] {
  return [
    passwordRoute(people),
    codeRoute(people, {
      path: "totp",
      operationId: "signInWithTotp",
      summary: "Show a code of the authenticator",
      body: TotpBody,
    }),
    codeRoute(people, {
      path: "recovery-code",
      operationId: "signInWithRecoveryCode",
      summary: "Show a recovery code instead of the second factor",
      body: RecoveryBody,
    }),
    signOutRoute(people),
  ];
}

const PasswordBody = strictObject({ email: EmailSchema, password: PasswordSchema });

export const TotpCodeSchema = Type.String({ pattern: "^[0-9]{6}$", ...inWords("six digits") });
const TotpBody = strictObject({ code: TotpCodeSchema });

const maxTypedCode = 40;
const RecoveryBody = strictObject({ code: Type.String({ minLength: 10, maxLength: maxTypedCode }) });

function passwordRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/sign-in`,
    operationId: "signIn",
    tag: consoleTag,
    summary: "Sign in with e-mail and password",
    description:
      "Opens a session that waits for the second factor. A wrong e-mail and a wrong password are alike.",
    access: { permission: "nobody" },
    body: { schema: PasswordBody },
    answers: { 200: { description: "The session, in a cookie.", schema: EnteredSchema } },
    refusals: ["sign_in_failed"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { email, password } = bodyOf(PasswordBody, request);
        const entered = await signIn(people, { email, password, arrival: arrivalOf(people, request) });
        return withToken(people, entered.token, { status: 200, body: presentEntered(entered) });
      },
    },
  };
}

interface CodeRoute extends Pick<Route, "path" | "operationId" | "summary"> {
  readonly body: typeof TotpBody;
}

function codeRoute(people: PeopleConsole, { path, operationId, summary, body }: CodeRoute): Route {
  return {
    method: "POST",
    path: `${consolePath}/sign-in/${path}`,
    operationId,
    tag: consoleTag,
    summary,
    description: "A code is good once. The session goes on under a new token.",
    access: { permission: "entering" },
    body: { schema: body },
    answers: { 200: { description: "The session is complete.", schema: EnteredSchema } },
    refusals: ["unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { code } = bodyOf(body, request);
        const entered = await enterWithCode(people, { ...standingOf(request), code });
        if (isRefusal(entered)) throw new RefusalError(entered);
        return withToken(people, entered.token, { status: 200, body: presentEntered(entered) });
      },
    },
  };
}

function signOutRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/sign-out`,
    operationId: "signOut",
    tag: consoleTag,
    summary: "Sign out",
    access: { permission: "entering" },
    answers: { 204: { description: "The session is over." } },
    work: {
      kind: "command",
      handle: async (request) => {
        const standing = standingOf(request);
        await people.database.transaction((tx) => endOneSession(people, tx, standing));
        return { status: 204, headers: { "set-cookie": people.cookie.clear() } };
      },
    },
  };
}
