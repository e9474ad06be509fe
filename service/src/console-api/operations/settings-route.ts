import Type from "typebox";
import { showSettings } from "../../admin/index.ts";
import { apiVersion } from "../../http/conventions.ts";
import { present } from "../../http/present.ts";
import type { Route } from "../../http/route.ts";
import { named, nullableString } from "../../http/schemas.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";

const SettingsSchema = named(
  "ConsoleSettings",
  Type.Object({
    version: Type.String({ description: "Version of the service." }),
    api_version: Type.String(),
    profile: Type.String(),
    settings: Type.Array(
      named(
        "ConsoleSetting",
        Type.Object({
          group: Type.String(),
          name: Type.String({ description: "Name of the environment variable." }),
          value: Type.String({ description: "Effective value; for a secret, only whether it is set." }),
          is_default: Type.Boolean({ description: "Whether the value is that of an empty environment." }),
        }),
      ),
    ),
    migrations: Type.Object({
      known: Type.Integer({ description: "Number of migrations in this build." }),
      latest: Type.String(),
      pending: Type.Array(Type.String(), { description: "Migrations not applied yet." }),
      problem: nullableString({ description: "Why the schema doesn't match this build." }),
    }),
  }),
);

/** The settings of the node that responds. */
export function settingsRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/settings`, {
    operationId: "getSettings",
    summary: "Get the effective settings",
    access: { permission: "settings.read" },
    response: { description: "Settings without secrets.", schema: SettingsSchema },
    handle: async (request) => {
      return present(SettingsSchema, {
        ...(await showSettings(adminFor(deps, request))),
        apiVersion,
      });
    },
  });
}
