import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Database, Session, Transaction } from "../db/database.ts";
import { systemCause } from "../kernel/cause.ts";
import type { Network } from "../kernel/id.ts";
import { auditedToken } from "./audited-token.ts";
import { type BeginDeploymentsDeps, enqueueDeployments, planDeployment } from "./begin-deployments.ts";
import { changedToken } from "./changed-token.ts";
import { findToken, findTokens } from "./find-token.ts";
import {
  insertToken,
  lockCatalogue,
  lockTokens,
  saveDeployments,
  takeIssuerKey,
  updateToken,
} from "./store.ts";
import {
  type Deployment,
  type Minting,
  type PendingDeployment,
  type Token,
  type TokenKind,
  tokenScale,
} from "./token.ts";
import { supportedCurrency } from "./value-type.ts";

export type PlatformTokensDeps = AuditDeps & BeginDeploymentsDeps & { readonly database: Database };

export interface PlatformTokensInput {
  readonly network: Network;
  readonly chains: readonly ChainName[];
  /** Chains that also get the external issuer's test token: local chains. Defaults to none. */
  readonly testTokenChains?: readonly ChainName[];
}

interface PlatformToken {
  readonly valueType: string;
  readonly name: string;
  readonly kind: TokenKind;
  readonly authority: Exclude<Minting["authority"], "external">;
}

const platformToken: PlatformToken = {
  valueType: "FUSD",
  name: "Florin Dollar",
  kind: "fiat_backed",
  authority: "platform",
};
/** Named like a real token, so that tutorials for real tokens work on local chains. */
const testToken: PlatformToken = {
  valueType: "USDC",
  name: "Test USD Coin",
  kind: "third_party",
  authority: "external_issuer",
};

/**
 * Makes sure that the platform's tokens are in the catalog and deployed on each chain. Every node runs this at startup;
 * only the first changes anything. Failed deployments are retried.
 */
export async function ensurePlatformTokens(
  deps: PlatformTokensDeps,
  { network, chains, testTokenChains = [] }: PlatformTokensInput,
): Promise<void> {
  const inputs = [
    { requested: platformToken, chains },
    { requested: testToken, chains: testTokenChains },
  ];
  for (const { requested, chains: places } of inputs) {
    if (places.length === 0) continue;
    await deps.database.transaction((tx) => ensureToken(deps, tx, requested, { network, chains: places }));
  }
}

/** Deployments of the platform's tokens that are not active, on the chains where they are expected. */
export async function unfinishedPlatformTokens(
  session: Session,
  { network, chains }: Place,
): Promise<readonly { readonly valueType: string; readonly deployment: Deployment }[]> {
  const valueTypes = [platformToken, testToken].map(({ valueType }) => valueType);
  const tokens = await findTokens(session, { network, tenantId: undefined }, valueTypes);
  return [...tokens.values()].flatMap(({ valueType, deployments }) =>
    deployments
      .filter(({ chain, status }) => chains.includes(chain) && status !== "active")
      .map((deployment) => ({ valueType, deployment })),
  );
}

interface Place {
  readonly network: Network;
  readonly chains: readonly ChainName[];
}

async function ensureToken(
  deps: PlatformTokensDeps,
  tx: Transaction,
  requested: PlatformToken,
  { network, chains }: Place,
): Promise<void> {
  await lockCatalogue(tx, { network });
  const found = await findToken(tx, { network, tenantId: undefined }, requested.valueType);
  if (found === undefined) {
    const issuerKeyIndex = await takeIssuerKey(tx, network);
    const token = planToken(deps, requested, { network, chains, issuerKeyIndex });
    await insertToken(tx, token);
    await enqueueDeployments(deps, tx, token, token.deployments);
    await audit(deps, tx, token);
    return;
  }
  // A token that an operator has registered under this name has contracts of its own.
  if (found.minting.authority !== requested.authority) return;
  const [token = found] = await lockTokens(tx, network, [found.id]);
  await deployMissing(deps, tx, token, chains);
}

/** Deploys where there is no active or pending deployment. */
async function deployMissing(
  deps: PlatformTokensDeps,
  tx: Transaction,
  token: Token,
  chains: readonly ChainName[],
): Promise<void> {
  const isThere = (chain: ChainName): boolean =>
    token.deployments.some((each) => each.chain === chain && each.status !== "failed");
  const now = deps.clock.now();
  const missing = chains.filter((chain) => !isThere(chain)).map((chain) => planDeployment(deps, chain, now));
  if (missing.length === 0) return;
  const after = changedToken(token, missing, now);
  await saveDeployments(tx, after, missing);
  await updateToken(tx, after);
  await enqueueDeployments(deps, tx, after, missing);
  await audit(deps, tx, after);
}

function planToken(
  deps: PlatformTokensDeps,
  { valueType, name, kind, authority }: PlatformToken,
  { network, chains, issuerKeyIndex }: Place & { readonly issuerKeyIndex: number },
): Token & { readonly deployments: readonly PendingDeployment[] } {
  const now = deps.clock.now();
  return {
    network,
    id: deps.newId<"token">(),
    valueType,
    name,
    kind,
    currency: supportedCurrency,
    scale: tokenScale,
    issuer: undefined,
    isPublic: true,
    minting: { authority, issuerKeyIndex },
    status: "pending",
    deployments: chains.toSorted().map((chain) => planDeployment(deps, chain, now)),
    createdAt: now,
    updatedAt: now,
  };
}

async function audit(deps: PlatformTokensDeps, tx: Transaction, token: Token): Promise<void> {
  await auditChange(deps, tx, {
    cause: systemCause("tokens.platform"),
    action: "token.deploy",
    of: { tenantId: undefined, network: token.network, id: token.id },
    after: auditedToken(token),
  });
}
