import Type from "typebox";
import { named, strictObject } from "../../http/schemas.ts";
import { changeMailPreferences, findMailPreferences } from "../../users/index.ts";
import { commandEndpoint, consolePath, endpoints, readEndpoint } from "../console-route.ts";
import { membershipOf, type UsersConsole } from "./users-console.ts";

const path = `${consolePath}/me/mail-preferences`;

const preferences = {
  approvals: Type.Boolean({
    description: "Operations that wait for your approval, and decisions on your requests.",
  }),
  alerts: Type.Boolean({ description: "For operators: what needs attention." }),
};
const MailPreferencesSchema = named(
  "ConsoleMailPreferences",
  Type.Object({ ...preferences, sends_mail: Type.Boolean({ description: "False without a mail server." }) }),
);
const PreferencesBody = strictObject(preferences);

/** Emails that a user can turn off. */
export const mailPreferenceRoutes = endpoints<UsersConsole>([
  readEndpoint(`GET ${path}`, {
    operationId: "getMailPreferences",
    summary: "Get the emails you receive",
    access: { permission: "self" },
    response: { description: "Your choice.", schema: MailPreferencesSchema },
    handle: async (request, { database, sendsMail }) => {
      const { userId } = membershipOf(request);
      return { ...(await findMailPreferences(database, userId)), sends_mail: sendsMail };
    },
  }),
  commandEndpoint(`PUT ${path}`, {
    operationId: "changeMailPreferences",
    summary: "Choose the emails you receive",
    description: "Emails about your own credentials and access can't be turned off.",
    access: { permission: "self" },
    body: { schema: PreferencesBody },
    response: { status: 204, description: "Your choice is stored." },
    handle: async (request, users) => {
      const { userId, cause } = membershipOf(request);
      await users.database.transaction((tx) =>
        changeMailPreferences(users, tx, { userId, preferences: request.body, cause }),
      );
    },
  }),
]);
