import Type from "typebox";
import { bodyOf, type Route } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { isRefusal, RefusalError } from "../../kernel/refusal.ts";
import {
  beginTotp,
  changePassword,
  confirmTotp,
  confirmWithCode,
  removeTotp,
  renewRecoveryCodes,
} from "../../people/index.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { ConfirmedSchema, presentConfirmed } from "./confirmed.ts";
import { type PeopleConsole, standingOf, withToken } from "./people-console.ts";
import { NewPasswordSchema, PasswordSchema, RecoveryCodesSchema } from "./schemas.ts";
import { TotpCodeSchema } from "./sign-in-routes.ts";

/** The password and the codes of whoever asks. */
export function factorRoutes(people: PeopleConsole): readonly Route[] {
  return [
    confirmRoute(people),
    beginTotpRoute(people),
    confirmTotpRoute(people),
    removeTotpRoute(people),
    recoveryCodesRoute(people),
    passwordRoute(people),
  ];
}

const maxTypedCode = 40;
const AnyCodeBody = strictObject({
  code: Type.String({
    minLength: 6,
    maxLength: maxTypedCode,
    description: "Of the authenticator, or one of the recovery codes.",
  }),
});

function confirmRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/confirm`,
    operationId: "confirmWithCode",
    tag: consoleTag,
    summary: "Show a code once more, for what is sensitive",
    access: { permission: "self" },
    body: { schema: AnyCodeBody },
    answers: { 200: { description: "It is good for a while.", schema: ConfirmedSchema } },
    refusals: ["unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { code } = bodyOf(AnyCodeBody, request);
        const refusal = await confirmWithCode(people, { ...standingOf(request), code });
        if (refusal !== undefined) throw new RefusalError(refusal);
        return { status: 200, body: presentConfirmed(people.clock) };
      },
    },
  };
}

const OfferedTotpSchema = named(
  "ConsoleOfferedTotp",
  Type.Object({
    secret: Type.String({ description: "For typing, in base32. Shown this once." }),
    uri: Type.String({ description: "For a QR code: `otpauth://totp/…`." }),
  }),
);

function beginTotpRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/totp`,
    operationId: "beginTotp",
    tag: consoleTag,
    summary: "Begin to set up an authenticator app",
    description:
      "Whoever has a second factor already must have shown it lately. Nothing counts until it is confirmed.",
    access: { permission: "entering" },
    // A secret that waits decides nothing; that it was taken into use is recorded.
    effect: "none",
    answers: { 200: { description: "What the app is given.", schema: OfferedTotpSchema } },
    work: {
      kind: "command",
      handle: async (request) => {
        const offered = await people.database.transaction((tx) => beginTotp(people, tx, standingOf(request)));
        return { status: 200, body: offered };
      },
    },
  };
}

const ConfirmTotpBody = strictObject({ code: TotpCodeSchema });

function confirmTotpRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/totp/confirm`,
    operationId: "confirmTotp",
    tag: consoleTag,
    summary: "Show that the authenticator app works",
    description:
      "It counts from here on, in the place of one before. The session is complete, under a new token.",
    access: { permission: "entering" },
    body: { schema: ConfirmTotpBody },
    answers: { 200: { description: "New recovery codes.", schema: RecoveryCodesSchema } },
    refusals: ["unprocessable", "conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { code } = bodyOf(ConfirmTotpBody, request);
        const set = await people.database.transaction((tx) =>
          confirmTotp(people, tx, { ...standingOf(request), code }),
        );
        if (isRefusal(set)) throw new RefusalError(set);
        return withToken(people, set.token, { status: 200, body: { recovery_codes: set.recoveryCodes } });
      },
    },
  };
}

function removeTotpRoute(people: PeopleConsole): Route {
  return {
    method: "DELETE",
    path: `${consolePath}/me/totp`,
    operationId: "removeTotp",
    tag: consoleTag,
    summary: "Remove the authenticator app",
    description: "Never the last second factor.",
    access: { permission: "self", isSensitive: true },
    answers: { 204: { description: "Its codes open nothing any more." } },
    refusals: ["conflict", "not_found"],
    work: {
      kind: "command",
      handle: async (request) => {
        await people.database.transaction((tx) => removeTotp(people, tx, standingOf(request)));
        return { status: 204 };
      },
    },
  };
}

function recoveryCodesRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/recovery-codes`,
    operationId: "renewRecoveryCodes",
    tag: consoleTag,
    summary: "Make new recovery codes",
    description: "Those before end.",
    access: { permission: "self", isSensitive: true },
    answers: { 200: { description: "New recovery codes.", schema: RecoveryCodesSchema } },
    work: {
      kind: "command",
      handle: async (request) => {
        const codes = await people.database.transaction((tx) =>
          renewRecoveryCodes(people, tx, standingOf(request)),
        );
        return { status: 200, body: { recovery_codes: codes } };
      },
    },
  };
}

const PasswordBody = strictObject({ old_password: PasswordSchema, password: NewPasswordSchema });

function passwordRoute(people: PeopleConsole): Route {
  return {
    method: "PUT",
    path: `${consolePath}/me/password`,
    operationId: "changePassword",
    tag: consoleTag,
    summary: "Change your password",
    description: "Signs you out everywhere else.",
    access: { permission: "self", isSensitive: true },
    body: { schema: PasswordBody },
    answers: { 204: { description: "The new one is good." } },
    refusals: ["unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { old_password, password } = bodyOf(PasswordBody, request);
        await changePassword(people, {
          ...standingOf(request),
          oldPassword: old_password,
          password,
          clientAddress: request.clientAddress,
        });
        return { status: 204 };
      },
    },
  };
}
