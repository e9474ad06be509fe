import Type from "typebox";
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
import { commandEndpoint, consolePath, endpoints } from "../console-route.ts";
import { ConfirmationIdSchema, ConfirmedSchema, confirmationIdOf, presentConfirmed } from "./confirmed.ts";
import { NewPasswordSchema, PasswordSchema, RecoveryCodesSchema } from "./schemas.ts";
import { TotpCodeSchema } from "./sign-in-routes.ts";
import { membershipOf, type UsersConsole, withToken } from "./users-console.ts";

const maxTypedCode = 40;
const AnyCodeBody = strictObject({
  confirmation_id: ConfirmationIdSchema,
  code: Type.String({
    minLength: 6,
    maxLength: maxTypedCode,
    description: "Authenticator code or recovery code.",
  }),
});

const OfferedTotpSchema = named(
  "ConsoleOfferedTotp",
  Type.Object({
    secret: Type.String({ description: "Base32 secret for manual entry. Shown only once." }),
    uri: Type.String({ description: "URI for a QR code: `otpauth://totp/…`." }),
  }),
);

const ConfirmTotpBody = strictObject({ code: TotpCodeSchema });

const PasswordBody = strictObject({ old_password: PasswordSchema, password: NewPasswordSchema });

/** The user's own password and codes. */
export const factorRoutes = endpoints<UsersConsole>([
  commandEndpoint(`POST ${consolePath}/me/confirm`, {
    operationId: "confirmWithCode",
    summary: "Confirm a request, or sensitive operations, with a code",
    access: { permission: "self" },
    body: { schema: AnyCodeBody },
    response: { description: "Confirmed for a limited time.", schema: ConfirmedSchema },
    refusals: ["unprocessable", "not_found"],
    handle: async (request, users) => {
      const { code, confirmation_id } = request.body;
      const confirmationId = confirmationIdOf(confirmation_id);
      const refusal = await confirmWithCode(users, { ...membershipOf(request), code, confirmationId });
      if (refusal !== undefined) throw new RefusalError(refusal);
      return presentConfirmed(users.clock);
    },
  }),
  commandEndpoint(`POST ${consolePath}/me/totp`, {
    operationId: "beginTotp",
    summary: "Start setting up an authenticator app",
    description:
      "If you already have a second factor, confirm it first. Nothing changes until the app is confirmed.",
    access: { permission: "entering", confirmation: "always" },
    // A pending secret has no effect; its confirmation is recorded in the audit log.
    effect: "none",
    response: { description: "Secret for the app.", schema: OfferedTotpSchema },
    handle: async (request, users) => {
      const offered = await users.database.transaction((tx) => beginTotp(users, tx, membershipOf(request)));
      return offered;
    },
  }),
  commandEndpoint(`POST ${consolePath}/me/totp/confirm`, {
    operationId: "confirmTotp",
    summary: "Confirm the authenticator app",
    description: "Replaces an earlier app. The session becomes complete under a new token.",
    access: { permission: "entering" },
    body: { schema: ConfirmTotpBody },
    response: { description: "New recovery codes.", schema: RecoveryCodesSchema },
    refusals: ["unprocessable", "conflict"],
    respond: async (request, users) => {
      const { code } = request.body;
      const set = await users.database.transaction((tx) =>
        confirmTotp(users, tx, { ...membershipOf(request), code }),
      );
      if (isRefusal(set)) throw new RefusalError(set);
      return withToken(users, set.token, { status: 200, body: { recovery_codes: set.recoveryCodes } });
    },
  }),
  commandEndpoint(`DELETE ${consolePath}/me/totp`, {
    operationId: "removeTotp",
    summary: "Remove the authenticator app",
    description: "The last second factor can't be removed.",
    access: { permission: "self", isSensitive: true },
    response: { status: 204, description: "The app was removed." },
    refusals: ["conflict", "not_found"],
    handle: async (request, users) => {
      await users.database.transaction((tx) => removeTotp(users, tx, membershipOf(request)));
    },
  }),
  commandEndpoint(`POST ${consolePath}/me/recovery-codes`, {
    operationId: "renewRecoveryCodes",
    summary: "Replace the recovery codes",
    description: "The previous codes become invalid.",
    access: { permission: "self", confirmation: "always" },
    response: { description: "New recovery codes.", schema: RecoveryCodesSchema },
    handle: async (request, users) => {
      const codes = await users.database.transaction((tx) =>
        renewRecoveryCodes(users, tx, membershipOf(request)),
      );
      return { recovery_codes: codes };
    },
  }),
  commandEndpoint(`PUT ${consolePath}/me/password`, {
    operationId: "changePassword",
    summary: "Change your password",
    description: "Signs you out everywhere else.",
    access: { permission: "self", isSensitive: true },
    body: { schema: PasswordBody },
    response: { status: 204, description: "The password was changed." },
    refusals: ["unprocessable"],
    handle: async (request, users) => {
      const { old_password, password } = request.body;
      await changePassword(users, {
        ...membershipOf(request),
        oldPassword: old_password,
        password,
        clientAddress: request.clientAddress,
      });
    },
  }),
]);
