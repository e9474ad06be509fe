import type { ChainName } from "../chains/chain-name.ts";
import type { ChainWork, NewChainWork } from "../chains/engine/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import { mintingKeyOf, type PendingDeployment, type Token } from "./token.ts";

export interface BeginDeploymentsDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly chainWork: Pick<ChainWork, "enqueue">;
}

/** Owner name of deployments as chain operations. */
export const issuanceOwnerName = "tokens.issuance";

/** A new deployment with its own chain operation id. */
export function planDeployment(
  { newId }: { readonly newId: NewId },
  chain: ChainName,
  now: Instant,
): PendingDeployment {
  return { chain, status: "pending", workId: newId<"chain-work">(), createdAt: now, updatedAt: now };
}

/** Enqueues the token's pending deployments. Enqueuing the same operation again has no effect. */
export async function enqueueDeployments(
  { chainWork }: Pick<BeginDeploymentsDeps, "chainWork">,
  tx: Transaction,
  token: Token,
  deployments: readonly PendingDeployment[],
): Promise<void> {
  await chainWork.enqueue(
    tx,
    deployments.map((deployment) => workOf(token, deployment)),
  );
}

function workOf(token: Token, { chain, workId }: PendingDeployment): NewChainWork {
  return {
    id: workId,
    network: token.network,
    chain,
    tenantId: token.issuer?.tenantId,
    owner: issuanceOwnerName,
    subject: token.id,
    operation: {
      kind: "deploy",
      reference: workId,
      name: token.name,
      symbol: token.valueType,
      ...mintingKeyOf(token),
    },
  };
}
