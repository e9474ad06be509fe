import type { Network } from "../kernel/id.ts";
import { allTokens, registerThirdPartyToken, type Token } from "../tokens/index.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readChain } from "./read-input.ts";

/** The catalog of a network, oldest first. */
export function listTokens(
  { database }: Pick<AdminContext, "database">,
  { network }: { readonly network: Network },
): Promise<ItemList<Token>> {
  return collectStream(allTokens.stream(database, { network }));
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
