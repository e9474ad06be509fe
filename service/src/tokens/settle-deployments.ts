import { type AuditDeps, type AuditEntry, recordAudit } from "../audit/index.ts";
import type { ChainWorkOwner, ChainWorkScope, SettledWork } from "../chains/engine/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import type { EventLog, NewEvent } from "../events/index.ts";
import { assert } from "../kernel/assert.ts";
import { systemCause } from "../kernel/cause.ts";
import type { Instant } from "../kernel/instant.ts";
import { auditedDeployments } from "./audited-token.ts";
import { issuanceOwnerName } from "./begin-deployments.ts";
import { changedToken } from "./changed-token.ts";
import { lockTokens, saveDeployments, updateToken } from "./store.ts";
import type { Deployment, PendingDeployment, Token } from "./token.ts";
import { deploymentEvent, isIssued, issuanceEvent } from "./token-events.ts";

export type IssuanceDeps = AuditDeps & { readonly eventLog: Pick<EventLog, "append"> };

/** Applies the outcomes of deployments to their tokens. */
export function issuanceOwner(deps: IssuanceDeps): ChainWorkOwner {
  return {
    name: issuanceOwnerName,
    settle: async (tx, scope, settled) => {
      const now = deps.clock.now();
      const tokens = await lockTokens(tx, scope.network, [...new Set(settled.map(({ subject }) => subject))]);
      const changes = tokens.flatMap((token) => changeOf(token, settled, now));
      for (const { after, deployments } of changes) {
        await saveDeployments(tx, after, deployments);
        await updateToken(tx, after);
      }
      await recordAudit(deps, tx, scope, changes.map(auditOf));
      await report(deps, tx, scope, changes);
    },
  };
}

interface Change {
  readonly before: Token;
  readonly after: Token;
  /** The finished deployments. */
  readonly deployments: readonly Deployment[];
}

/** Empty if the outcome is a duplicate or another attempt has replaced it. */
function changeOf(before: Token, settled: readonly SettledWork[], now: Instant): readonly Change[] {
  const deployments = before.deployments.flatMap((deployment) => {
    if (deployment.status !== "pending") return [];
    const work = settled.find(({ id }) => id === deployment.workId);
    return work === undefined ? [] : [ended(deployment, work, now)];
  });
  if (deployments.length === 0) return [];
  return [{ before, after: changedToken(before, deployments, now), deployments }];
}

function ended(deployment: PendingDeployment, { outcome }: SettledWork, updatedAt: Instant): Deployment {
  const { chain, workId, createdAt } = deployment;
  const fields = { chain, workId, createdAt, updatedAt };
  if (!outcome.ok) {
    const { reason, detail } = outcome;
    return { ...fields, status: "failed", failure: { reason, detail } };
  }
  assert(outcome.contract !== undefined, "a successful deployment has a contract");
  return { ...fields, status: "active", contract: outcome.contract };
}

function auditOf({ before, after }: Change): AuditEntry {
  return {
    cause: systemCause(issuanceOwnerName),
    action: "token.settle_deployment",
    subject: { type: "token", id: after.id },
    accountId: after.issuer?.accountId,
    before: { status: before.status, ...auditedDeployments(before.deployments) },
    after: { status: after.status, ...auditedDeployments(after.deployments) },
  };
}

/** The platform's tokens have no account to notify. */
async function report(
  { eventLog }: IssuanceDeps,
  tx: Transaction,
  { tenantId, network }: ChainWorkScope,
  changes: readonly Change[],
): Promise<void> {
  if (tenantId !== undefined) await eventLog.append(tx, { tenantId, network }, changes.flatMap(eventsOf));
}

function eventsOf({ before, after, deployments }: Change): readonly NewEvent[] {
  if (!isIssued(after)) return [];
  const ends = deployments.map((deployment) => deploymentEvent(after, deployment));
  if (before.status === after.status || after.status === "pending") return ends;
  return [...ends, issuanceEvent(after, after.status)];
}
