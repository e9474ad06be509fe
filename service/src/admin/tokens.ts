import type { Network } from "../kernel/id.ts";
import { listAllTokens, registerThirdPartyToken, type Token } from "../tokens/index.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readChain } from "./read-input.ts";

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
