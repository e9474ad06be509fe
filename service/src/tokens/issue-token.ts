import { requireVisibleAccount } from "../accounts/index.ts";
import { type AuditDeps, recordAudit } from "../audit/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Transaction } from "../db/database.ts";
import type { EventLog } from "../events/index.ts";
import type { Principal } from "../http/principal.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Network } from "../kernel/id.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { auditedToken } from "./audited-token.ts";
import { type BeginDeploymentsDeps, enqueueDeployments, planDeployment } from "./begin-deployments.ts";
import { isVisibleTo } from "./list-tokens.ts";
import { selectTokenOfName } from "./store.ts";
import { type PendingDeployment, type Token, tokenScale } from "./token.ts";
import { createdEvent, type IssuedToken } from "./token-events.ts";
import { isReservedName, isWellKnownToken, supportedCurrency } from "./value-type.ts";
import { insertToken, takeIssuerKey } from "./write-store.ts";

export type IssueTokenDeps = AuditDeps &
  BeginDeploymentsDeps & {
    readonly eventLog: Pick<EventLog, "append">;
    /** Whether this deployment does without a chain; it has all of them unless it is said. */
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
  /** Each once. */
  readonly chains: readonly ChainName[];
}

/** A customer's own token: in the catalogue at once, on its chains when the work for each is done. */
export async function issueToken(
  deps: IssueTokenDeps,
  tx: Transaction,
  request: IssueToken,
): Promise<IssuedToken> {
  const { principal, cause } = request;
  const account = await requireVisibleAccount(tx, principal, request.accountId);
  orThrow(judge(account, request) ?? refuseOff(deps, principal.network, request.chains));
  // From here on nobody else issues a token in this network, so that what is free stays free.
  const issuerKeyIndex = await takeIssuerKey(tx, principal.network);
  const namesake = await selectTokenOfName(tx, principal.network, request.valueType);
  if (namesake !== undefined) throw taken(principal, namesake);
  const token = planToken(deps, account, request, issuerKeyIndex);
  await insertToken(tx, token);
  await enqueueDeployments(deps, tx, token, token.deployments);
  const owner = { tenantId: account.tenantId, network: principal.network };
  await recordAudit(deps, tx, owner, [
    {
      cause,
      action: "token.issue",
      subject: { type: "token", id: token.id },
      accountId: account.id,
      after: auditedToken(token),
    },
  ]);
  await deps.eventLog.append(tx, owner, [createdEvent(token)]);
  return token;
}

type Issuer = Awaited<ReturnType<typeof requireVisibleAccount>>;

/** What speaks against the request, whatever else there is in the catalogue. */
function judge(account: Issuer, { kind, currency, valueType }: IssueToken): undefined | Refusal {
  const incomplete = requireComplete(account);
  if (incomplete !== undefined) return incomplete;
  if (kind === "attested" && !account.selfAttested) {
    return unprocessable("/kind", "attested is for self-attested accounts; this account is a standard one");
  }
  if (kind === "fiat_backed" && account.selfAttested) {
    return unprocessable(
      "/kind",
      "fiat_backed is for standard accounts; this account is a self-attested one",
    );
  }
  if (currency !== supportedCurrency) {
    return unprocessable("/currency", `only ${supportedCurrency} is supported`);
  }
  if (isReservedName(valueType) || isWellKnownToken(valueType)) {
    return unprocessable(
      "/value_type",
      "is reserved: it names a currency, a chain, a token of somebody else, or is a word of the paths of this API",
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

/** Nothing would ever happen on a chain that the operator has turned off. */
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

/** Only an account whose review is complete has anything done on a chain. */
export function requireComplete({ status }: Pick<Issuer, "status">): Refusal | undefined {
  if (status === "complete") return undefined;
  return refuse("unprocessable", `the account must be complete before it issues tokens; it is ${status}`);
}

function unprocessable(pointer: string, detail: string): Refusal {
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

/** How the other one is spelled is told only to those who can see it. */
function taken(principal: Principal, namesake: Token): RefusalError {
  const pointer = "/value_type";
  const detail = isVisibleTo(principal, namesake)
    ? `is taken: there is a token named ${namesake.valueType} already`
    : "is taken";
  return new RefusalError(refuse("conflict", `${pointer} ${detail}`, { errors: [{ pointer, detail }] }));
}
