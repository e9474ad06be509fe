import Type from "typebox";
import { maxOverlapSeconds } from "../../auth/index.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { named } from "../../http/schemas.ts";
import { scopeNames, scopes } from "../../http/scopes.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead, workspacePath } from "../console-route.ts";

const AccessSchema = named(
  "ConsoleApiAccess",
  Type.Object({
    api_url: Type.String(),
    token_url: Type.String({ description: "OAuth 2.0 token endpoint." }),
    max_overlap_seconds: Type.Integer(),
    request_log_days: Type.Integer({
      description: "Retention of the request log in days; 0 if it is disabled.",
    }),
    stores_bodies: Type.Boolean({ description: "Whether the request log has redacted bodies." }),
    scopes: Type.Array(
      Type.Object({
        name: Type.Enum([...scopeNames]),
        description: Type.String(),
        is_held: Type.Boolean({ description: "Whether the user may grant it in this network." }),
      }),
    ),
  }),
);

const msPerDay = 86_400_000;

/** API URLs, and the scopes the user may grant to applications. */
export function accessRoute({ config }: ConsoleDeps): Route {
  return consoleRead(`GET ${workspacePath}/api-access`, {
    operationId: "getApiAccess",
    summary: "Get API URLs and grantable scopes",
    access: { permission: "workspace.read" },
    response: { description: "URLs and scopes.", schema: AccessSchema },
    handle: async (request) => {
      const { scopes: held } = principalOf(request);
      return {
        api_url: config.baseUrl,
        token_url: `${config.authUrl}/oauth2/token`,
        max_overlap_seconds: maxOverlapSeconds,
        request_log_days: config.requestLogMs / msPerDay,
        stores_bodies: config.requestLogBodies,
        scopes: scopeNames.map((name) => ({ name, description: scopes[name], is_held: held.has(name) })),
      };
    },
  });
}
