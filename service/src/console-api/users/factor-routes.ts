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
} from "../../users/index.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { ConfirmedSchema, presentConfirmed } from "./confirmed.ts";
import { NewPasswordSchema, PasswordSchema, RecoveryCodesSchema } from "./schemas.ts";
import { TotpCodeSchema } from "./sign-in-routes.ts";
import { membershipOf, type UsersConsole, withToken } from "./users-console.ts";

/** The user's own password and codes. */
export function factorRoutes(users: UsersConsole): readonly Route[] {
  return [
    confirmRoute(users),
    beginTotpRoute(users),
    confirmTotpRoute(users),
    removeTotpRoute(users),
    recoveryCodesRoute(users),
    passwordRoute(users),
  ];
}

const maxTypedCode = 40;
const AnyCodeBody = strictObject({
  code: Type.String({
    minLength: 6,
    maxLength: maxTypedCode,
    description: "Authenticator code or recovery code.",
  }),
});

function confirmRoute(users: UsersConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/confirm`,
    operationId: "confirmWithCode",
    tag: consoleTag,
    summary: "Confirm a code for sensitive operations",
    access: { permission: "self" },
    body: { schema: AnyCodeBody },
    responses: { 200: { description: "Confirmed for a limited time.", schema: ConfirmedSchema } },
    refusals: ["unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { code } = bodyOf(AnyCodeBody, request);
        const refusal = await confirmWithCode(users, { ...membershipOf(request), code });
        if (refusal !== undefined) throw new RefusalError(refusal);
        return { status: 200, body: presentConfirmed(users.clock) };
      },
    },
  };
}

const OfferedTotpSchema = named(
  "ConsoleOfferedTotp",
  Type.Object({
    secret: Type.String({ description: "Base32 secret for manual entry. Shown only once." }),
    uri: Type.String({ description: "URI for a QR code: `otpauth://totp/…`." }),
  }),
);

function beginTotpRoute(users: UsersConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/totp`,
    operationId: "beginTotp",
    tag: consoleTag,
    summary: "Start setting up an authenticator app",
    description:
      "If you already have a second factor, confirm it first. Nothing changes until the app is confirmed.",
    access: { permission: "entering" },
    // A pending secret has no effect; its confirmation is recorded in the audit log.
    effect: "none",
    responses: { 200: { description: "Secret for the app.", schema: OfferedTotpSchema } },
    work: {
      kind: "command",
      handle: async (request) => {
        const offered = await users.database.transaction((tx) => beginTotp(users, tx, membershipOf(request)));
        return { status: 200, body: offered };
      },
    },
  };
}

const ConfirmTotpBody = strictObject({ code: TotpCodeSchema });

function confirmTotpRoute(users: UsersConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/totp/confirm`,
    operationId: "confirmTotp",
    tag: consoleTag,
    summary: "Confirm the authenticator app",
    description: "Replaces an earlier app. The session becomes complete under a new token.",
    access: { permission: "entering" },
    body: { schema: ConfirmTotpBody },
    responses: { 200: { description: "New recovery codes.", schema: RecoveryCodesSchema } },
    refusals: ["unprocessable", "conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { code } = bodyOf(ConfirmTotpBody, request);
        const set = await users.database.transaction((tx) =>
          confirmTotp(users, tx, { ...membershipOf(request), code }),
        );
        if (isRefusal(set)) throw new RefusalError(set);
        return withToken(users, set.token, { status: 200, body: { recovery_codes: set.recoveryCodes } });
      },
    },
  };
}

function removeTotpRoute(users: UsersConsole): Route {
  return {
    method: "DELETE",
    path: `${consolePath}/me/totp`,
    operationId: "removeTotp",
    tag: consoleTag,
    summary: "Remove the authenticator app",
    description: "The last second factor can't be removed.",
    access: { permission: "self", isSensitive: true },
    responses: { 204: { description: "The app was removed." } },
    refusals: ["conflict", "not_found"],
    work: {
      kind: "command",
      handle: async (request) => {
        await users.database.transaction((tx) => removeTotp(users, tx, membershipOf(request)));
        return { status: 204 };
      },
    },
  };
}

function recoveryCodesRoute(users: UsersConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/recovery-codes`,
    operationId: "renewRecoveryCodes",
    tag: consoleTag,
    summary: "Replace the recovery codes",
    description: "The previous codes become invalid.",
    access: { permission: "self", isSensitive: true },
    responses: { 200: { description: "New recovery codes.", schema: RecoveryCodesSchema } },
    work: {
      kind: "command",
      handle: async (request) => {
        const codes = await users.database.transaction((tx) =>
          renewRecoveryCodes(users, tx, membershipOf(request)),
        );
        return { status: 200, body: { recovery_codes: codes } };
      },
    },
  };
}

const PasswordBody = strictObject({ old_password: PasswordSchema, password: NewPasswordSchema });

function passwordRoute(users: UsersConsole): Route {
  return {
    method: "PUT",
    path: `${consolePath}/me/password`,
    operationId: "changePassword",
    tag: consoleTag,
    summary: "Change your password",
    description: "Signs you out everywhere else.",
    access: { permission: "self", isSensitive: true },
    body: { schema: PasswordBody },
    responses: { 204: { description: "The password was changed." } },
    refusals: ["unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { old_password, password } = bodyOf(PasswordBody, request);
        await changePassword(users, {
          ...membershipOf(request),
          oldPassword: old_password,
          password,
          clientAddress: request.clientAddress,
        });
        return { status: 204 };
      },
    },
  };
}
