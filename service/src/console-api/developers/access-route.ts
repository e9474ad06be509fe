import Type from "typebox";
import { maxOverlapSeconds } from "../../auth/index.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { named } from "../../http/schemas.ts";
import { scopeNames, scopes } from "../../http/scopes.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleTag, workspacePath } from "../console-tag.ts";

const AccessSchema = named(
  "ConsoleApiAccess",
  Type.Object({
    api_url: Type.String(),
    token_url: Type.String({ description: "Where a client id and a secret become an access token." }),
    max_overlap_seconds: Type.Integer(),
    request_log_days: Type.Integer({ description: "0 where requests are not remembered." }),
    scopes: Type.Array(
      Type.Object({
        name: Type.Enum([...scopeNames]),
        description: Type.String(),
        is_held: Type.Boolean({ description: "Whether the person may grant it in this network." }),
      }),
    ),
  }),
);

const msPerDay = 86_400_000;

/** How programs reach the API, and which scopes the person may give them. */
export function accessRoute({ config }: ConsoleDeps): Route {
  return {
    method: "GET",
    path: `${workspacePath}/api-access`,
    operationId: "getApiAccess",
    tag: consoleTag,
    summary: "How programs reach the API",
    access: { permission: "workspace.read" },
    answers: { 200: { description: "Addresses and scopes.", schema: AccessSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const { scopes: held } = principalOf(request);
        const body = {
          api_url: config.baseUrl,
          token_url: `${config.authUrl}/oauth2/token`,
          max_overlap_seconds: maxOverlapSeconds,
          request_log_days: config.requestLogMs / msPerDay,
          scopes: scopeNames.map((name) => ({ name, description: scopes[name], is_held: held.has(name) })),
        };
        return { status: 200, body };
      },
    },
  };
}
