import Type from "typebox";
import { listTokens } from "../../admin/index.ts";
import type { Route } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { presentToken, TokenSchema } from "../../tokens/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";

const Query = strictObject({ network: Type.Enum(["testnet", "mainnet"]) });

const CatalogueSchema = named(
  "ConsoleTokenCatalogue",
  Type.Object({ tokens: Type.Array(TokenSchema), is_complete: Type.Boolean() }),
);

/** The tokens of all tenants, so that operators know what can be frozen. */
export function catalogueRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/tokens`, {
    operationId: "listCatalogue",
    summary: "List the tokens of all tenants",
    access: { permission: "freezes.read" },
    query: Query,
    response: { description: "Oldest first.", schema: CatalogueSchema },
    handle: async (request) => {
      const { items, isComplete } = await listTokens(deps, request.query);
      return { tokens: items.map(presentToken), is_complete: isComplete };
    },
  });
}
