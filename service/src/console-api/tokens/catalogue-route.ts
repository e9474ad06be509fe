import Type, { type Static } from "typebox";
import { listTokens, type TokenView } from "../../admin/index.ts";
import { queryOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";

const Query = strictObject({ network: Type.Enum(["testnet", "mainnet"]) });

const TokenSchema = named(
  "ConsoleToken",
  Type.Object({
    id: IdSchema,
    value_type: Type.String(),
    name: Type.String(),
    kind: Type.Enum(["fiat_backed", "attested", "third_party"]),
    status: Type.String(),
    issuer_account_id: nullableString({
      description: "Null for platform tokens and third-party tokens.",
    }),
    is_public: Type.Boolean(),
    can_be_frozen: Type.Boolean({ description: "Whether this instance holds its keys." }),
    deployments: Type.Array(
      Type.Object({
        transfer_type: Type.String(),
        status: Type.String(),
        contract_address: nullableString(),
        failure: nullableString(),
      }),
    ),
    created_at: DateTimeSchema,
  }),
);

const CatalogueSchema = named(
  "ConsoleTokenCatalogue",
  Type.Object({ tokens: Type.Array(TokenSchema), is_complete: Type.Boolean() }),
);

/** The tokens of all tenants, so that operators know what can be frozen. */
export function catalogueRoute(deps: ConsoleDeps): Route {
  return consoleRead({
    path: `${consolePath}/tokens`,
    operationId: "listCatalogue",
    summary: "List the tokens of all tenants",
    access: { permission: "freezes.read" },
    query: Query,
    responses: { 200: { description: "Oldest first.", schema: CatalogueSchema } },
    handle: async (request) => {
      const { items, isComplete } = await listTokens(adminFor(deps, request), queryOf(Query, request));
      return { tokens: items.map(present), is_complete: isComplete };
    },
  });
}

function present(view: TokenView): Static<typeof TokenSchema> {
  return {
    id: view.id,
    value_type: view.valueType,
    name: view.name,
    kind: view.kind,
    status: view.status,
    issuer_account_id: view.issuerAccountId ?? null,
    is_public: view.isPublic,
    can_be_frozen: view.kind !== "third_party",
    deployments: view.deployments.map(({ chain, status, contract, failure }) => ({
      transfer_type: chain,
      status,
      contract_address: contract ?? null,
      failure: failure ?? null,
    })),
    created_at: view.created,
  };
}
