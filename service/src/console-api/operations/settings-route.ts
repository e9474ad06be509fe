import Type from "typebox";
import { showSettings } from "../../admin/index.ts";
import { apiVersion } from "../../http/conventions.ts";
import type { Route } from "../../http/route.ts";
import { named, nullableString } from "../../http/schemas.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleTag } from "../console-tag.ts";

const SettingsSchema = named(
  "ConsoleSettings",
  Type.Object({
    version: Type.String({ description: "Of the service." }),
    api_version: Type.String(),
    profile: Type.String(),
    settings: Type.Array(
      named(
        "ConsoleSetting",
        Type.Object({
          group: Type.String(),
          name: Type.String({ description: "Of the environment variable." }),
          value: Type.String({ description: "What is in effect; of a secret only whether there is one." }),
        }),
      ),
    ),
    migrations: Type.Object({
      known: Type.Integer({ description: "How many this build knows." }),
      latest: Type.String(),
      pending: Type.Array(Type.String(), { description: "Those that the database lacks." }),
      problem: nullableString({ description: "Why the schema and this build do not belong together." }),
    }),
  }),
);

/** With which settings the node that answers runs. */
export function settingsRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: `${consolePath}/settings`,
    operationId: "getSettings",
    tag: consoleTag,
    summary: "The settings in effect",
    access: { permission: "settings.read" },
    answers: { 200: { description: "Without anything secret.", schema: SettingsSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const { migrations, ...settings } = await showSettings(adminFor(deps, request));
        const { problem = null } = migrations;
        const body = { ...settings, api_version: apiVersion, migrations: { ...migrations, problem } };
        return { status: 200, body };
      },
    },
  };
}
