import { requireVisibleAccount } from "../accounts/index.ts";
import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Transaction } from "../db/database.ts";
import type { EventLog } from "../events/index.ts";
import type { Principal } from "../http/principal.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Network } from "../kernel/id.ts";
import { orThrow, type Refusal, RefusalError, refuse, unprocessable } from "../kernel/refusal.ts";
import { auditedToken } from "./audited-token.ts";
import { type BeginDeploymentsDeps, enqueueDeployments, planDeployment } from "./begin-deployments.ts";
import { isVisibleTo } from "./list-tokens.ts";
import { insertToken, selectTokensByValueType, takeIssuerKey } from "./store.ts";
import { type PendingDeployment, type Token, tokenScale } from "./token.ts";
import { createdEvent, type IssuedToken } from "./token-events.ts";
import { isReservedName, isWellKnownToken, supportedCurrency } from "./value-type.ts";

export type IssueTokenDeps = AuditDeps &
  BeginDeploymentsDeps & {
    readonly eventLog: Pick<EventLog, "append">;
    /** Whether the operator has turned a chain off; by default all are on. */
    readonly isChainOff?: (network: Network, chain: ChainName) => boolean;
  };

export interface IssueToken {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly name: string;
  readonly valueType: string;
  readonly kind: "fiat_backed" | "attested";
  readonly currency: string;
  /** Without duplicates. */
  readonly chains: readonly ChainName[];
}

/** Issues a customer's token: in the catalog immediately, on each chain once its deployment is confirmed. */
export async function issueToken(
  deps: IssueTokenDeps,
  tx: Transaction,
  request: IssueToken,
): Promise<IssuedToken> {
  const { principal, cause } = request;
  const account = await requireVisibleAccount(tx, principal, request.accountId);
  orThrow(evaluate(account, request) ?? refuseOff(deps, principal.network, request.chains));
  // This lock serializes issuance in the network, so that a free value type stays free.
  const issuerKeyIndex = await takeIssuerKey(tx, principal.network);
  const [existing] = await selectTokensByValueType(tx, principal.network, [request.valueType]);
  if (existing !== undefined) throw taken(principal, existing);
  const token = planToken(deps, account, request, issuerKeyIndex);
  await insertToken(tx, token);
  await enqueueDeployments(deps, tx, token, token.deployments);
  const owner = { tenantId: account.tenantId, network: principal.network };
  await auditChange(deps, tx, {
    cause,
    action: "token.issue",
    of: { ...owner, id: token.id, accountId: account.id },
    after: auditedToken(token),
  });
  await deps.eventLog.append(tx, owner, [createdEvent(token)]);
  return token;
}

type Issuer = Awaited<ReturnType<typeof requireVisibleAccount>>;

/** Checks that do not depend on the catalog. */
function evaluate(account: Issuer, { kind, currency, valueType }: IssueToken): undefined | Refusal {
  const incomplete = requireComplete(account);
  if (incomplete !== undefined) return incomplete;
  if (kind === "attested" && !account.selfAttested) {
    return unprocessable("/kind", "attested is only for self-attested accounts; this is a standard account");
  }
  if (kind === "fiat_backed" && account.selfAttested) {
    return unprocessable(
      "/kind",
      "fiat_backed is only for standard accounts; this is a self-attested account",
    );
  }
  if (currency !== supportedCurrency) {
    return unprocessable("/currency", `only ${supportedCurrency} is supported`);
  }
  if (isReservedName(valueType) || isWellKnownToken(valueType)) {
    return unprocessable(
      "/value_type",
      "is reserved for a currency, a chain, a well-known token or an API path",
    );
  }
  return undefined;
}

function planToken(
  deps: IssueTokenDeps,
  account: Issuer,
  request: IssueToken,
  issuerKeyIndex: number,
): IssuedToken & { readonly deployments: readonly PendingDeployment[] } {
  const { principal, valueType, name, kind, currency, chains } = request;
  const now = deps.clock.now();
  return {
    network: principal.network,
    id: deps.newId<"token">(),
    valueType,
    name,
    kind,
    currency,
    scale: tokenScale,
    issuer: { tenantId: account.tenantId, accountId: account.id },
    isPublic: false,
    minting: { authority: "platform", issuerKeyIndex },
    status: "pending",
    deployments: chains.toSorted().map((chain) => planDeployment(deps, chain, now)),
    createdAt: now,
    updatedAt: now,
  };
}

/** A deployment on a chain that is turned off would never complete. */
export function refuseOff(
  { isChainOff }: Pick<IssueTokenDeps, "isChainOff">,
  network: Network,
  chains: readonly ChainName[],
): Refusal | undefined {
  const off = chains.find((chain) => isChainOff?.(network, chain) === true);
  return off === undefined
    ? undefined
    : unprocessable("/transfer_types", `${off} is not available in this deployment`);
}

/** Only a verified account can use chains. */
export function requireComplete({ status }: Pick<Issuer, "status">): Refusal | undefined {
  if (status === "complete") return undefined;
  return refuse("unprocessable", `the account must be complete before it issues tokens; it is ${status}`);
}

/** The spelling of the other token is shown only to those who can see it. */
function taken(principal: Principal, namesake: Token): RefusalError {
  const pointer = "/value_type";
  const detail = isVisibleTo(principal, namesake)
    ? `is already taken by the token ${namesake.valueType}`
    : "is already taken";
  return new RefusalError(refuse("conflict", `${pointer} ${detail}`, { errors: [{ pointer, detail }] }));
}
