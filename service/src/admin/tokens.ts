import Type from "typebox";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import type { Network } from "../kernel/id.ts";
import { listAllTokens, registerThirdPartyToken, type Token } from "../tokens/index.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readChain } from "./read-input.ts";

export const TokenSchema = named(
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

export function presentToken(token: Token) {
  return present(TokenSchema, {
    ...token,
    issuerAccountId: token.issuer?.accountId,
    canBeFrozen: token.kind !== "third_party",
    deployments: token.deployments.map((each) => ({
      transferType: each.chain,
      status: each.status,
      contractAddress: each.status === "active" ? each.contract : undefined,
      failure: each.status === "failed" ? `${each.failure.reason}: ${each.failure.detail}` : undefined,
    })),
  });
}

const tokensPerPage = 100;

/** The catalog of a network, oldest first. */
export function listTokens(
  { database }: Pick<AdminContext, "database">,
  { network }: { readonly network: Network },
): Promise<ItemList<Token>> {
  return collectPages((last) =>
    listAllTokens(database, network, { after: last?.id ?? "", limit: tokensPerPage }),
  );
}

export interface TokenRegistration {
  readonly network: Network;
  readonly valueType: string;
  readonly name: string;
  readonly chain: string;
  readonly contract: string;
}

/** Registers a third-party token in the catalog, or adds a chain to it. */
export async function registerToken(admin: AdminContext, request: TokenRegistration): Promise<Token> {
  const input = { ...request, chain: readChain(admin, "chain", request.chain), cause: admin.cause };
  return admin.database.transaction((tx) => registerThirdPartyToken(admin, tx, input));
}
