import { isChainName } from "../chains/chain-name.ts";
import type { Network } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { listAllTokens, registerThirdPartyToken, type Token } from "../tokens/index.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import { refuseAt } from "./journal-name.ts";
import type { AdminContext } from "./open-admin.ts";

/** A token of the catalog as plain values. */
export interface TokenView {
  readonly id: string;
  readonly network: Network;
  readonly valueType: string;
  readonly name: string;
  readonly kind: Token["kind"];
  readonly status: string;
  /** Undefined for platform tokens and third-party tokens. */
  readonly issuerAccountId: string | undefined;
  readonly isPublic: boolean;
  readonly deployments: readonly DeploymentView[];
  readonly created: string;
}

export interface DeploymentView {
  readonly chain: string;
  readonly status: string;
  readonly contract: string | undefined;
  readonly failure: string | undefined;
}

const tokensPerPage = 100;

/** The catalog of a network, oldest first. */
export async function listTokens(
  admin: AdminContext,
  { network }: { readonly network: Network },
): Promise<ItemList<TokenView>> {
  const { items, isComplete } = await collectPages<Token>((last) =>
    listAllTokens(admin.database, network, { after: last?.id ?? "", limit: tokensPerPage }),
  );
  return { items: items.map(view), isComplete };
}

export interface TokenRegistration {
  readonly network: Network;
  readonly valueType: string;
  readonly name: string;
  readonly chain: string;
  readonly contract: string;
}

/** Registers a third-party token in the catalog, or adds a chain to it. */
export async function registerToken(
  admin: AdminContext,
  { chain, ...request }: TokenRegistration,
): Promise<TokenView> {
  const known = isChainName(chain) ? chain : refuseAt("chain", "must be a chain name");
  const token = await admin.database.transaction((tx) =>
    registerThirdPartyToken(admin, tx, { ...request, chain: known, cause: admin.cause }),
  );
  return view(token);
}

function view(token: Token): TokenView {
  const { id, network, valueType, name, kind, status, issuer, isPublic, deployments, createdAt } = token;
  return {
    id,
    network,
    valueType,
    name,
    kind,
    status,
    issuerAccountId: issuer?.accountId,
    isPublic,
    deployments: deployments.map((each) => ({
      chain: each.chain,
      status: each.status,
      contract: each.status === "active" ? each.contract : undefined,
      failure: each.status === "failed" ? `${each.failure.reason}: ${each.failure.detail}` : undefined,
    })),
    created: formatInstant(createdAt),
  };
}
