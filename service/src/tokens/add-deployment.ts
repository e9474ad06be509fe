import { requireVisibleAccount } from "../accounts/index.ts";
import { auditChange } from "../audit/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Transaction } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import type { Cause } from "../kernel/cause.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { auditedDeployments } from "./audited-token.ts";
import { enqueueDeployments, planDeployment } from "./begin-deployments.ts";
import { changedToken } from "./changed-token.ts";
import { findTokenInAnyCase } from "./find-token.ts";
import { type IssueTokenDeps, refuseOff, requireComplete } from "./issue-token.ts";
import { lockTokens, saveDeployments, updateToken } from "./store.ts";
import type { Token } from "./token.ts";
import { deploymentEvent, type IssuedToken, isIssued } from "./token-events.ts";

export interface AddDeployment {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly valueType: string;
  readonly chain: ChainName;
}

/** Deploys a token on another chain, or retries a failed deployment. */
export async function addDeployment(
  deps: IssueTokenDeps,
  tx: Transaction,
  request: AddDeployment,
): Promise<IssuedToken> {
  const { principal, cause, chain } = request;
  const before = await lockIssued(tx, request);
  orThrow(evaluate(before, chain) ?? refuseOff(deps, principal.network, [chain]));
  const deployment = planDeployment(deps, chain, deps.clock.now());
  const after = changedToken(before, [deployment], deployment.updatedAt);
  await saveDeployments(tx, after, [deployment]);
  await updateToken(tx, after);
  await enqueueDeployments(deps, tx, after, [deployment]);
  const owner = { tenantId: principal.tenantId, network: principal.network };
  await auditChange(deps, tx, {
    cause,
    action: "token.deploy",
    of: { ...owner, id: after.id, accountId: after.issuer.accountId },
    before: { status: before.status, ...auditedDeployments(before.deployments) },
    after: { status: after.status, ...auditedDeployments(after.deployments) },
  });
  await deps.eventLog.append(tx, owner, [deploymentEvent(after, deployment)]);
  return after;
}

/** Locks the token; throws not_found if this account does not issue it. */
async function lockIssued(tx: Transaction, request: AddDeployment): Promise<IssuedToken> {
  const { principal, valueType } = request;
  const account = await requireVisibleAccount(tx, principal, request.accountId);
  const found = await findTokenInAnyCase(tx, principal, valueType);
  if (found?.issuer?.accountId !== account.id) throw notFound();
  const incomplete = requireComplete(account);
  if (incomplete !== undefined) throw new RefusalError(incomplete);
  const [token] = await lockTokens(tx, principal.network, [found.id]);
  if (token === undefined || !isIssued(token)) throw notFound();
  return token;
}

function evaluate({ valueType, deployments }: Token, chain: ChainName): Refusal | undefined {
  switch (deployments.find((each) => each.chain === chain)?.status) {
    case undefined:
    case "failed":
      return undefined;
    case "active":
      return refuse("conflict", `${valueType} is already active on ${chain}`);
    case "pending":
      return refuse("conflict", `${valueType} is already being deployed on ${chain}`);
  }
}

function notFound(): RefusalError {
  return new RefusalError(refuse("not_found", "this account does not issue this token"));
}
