import { createChainWork } from "../chains/engine/create-chain-work.ts";
import { createEventLog } from "../events/index.ts";
import type { Network } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount } from "../kernel/money.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { listFailedRefunds, type Movement, retryTokenRefund } from "../tokens/index.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";

/** A transfer whose tokens were burned on one chain and could not be minted on any. */
export interface FailedRefundView {
  readonly id: string;
  readonly tenantId: string;
  readonly network: Network;
  readonly accountId: string;
  readonly amount: string;
  readonly valueType: string;
  readonly updated: string;
}

const perPage = 100;
const digitsOfAnId = 32;
/** No wake-up: workers poll. */
const wakeUp = { nudge: () => {} };

/** Oldest first. */
export async function listFailedTokenRefunds(admin: AdminContext): Promise<ItemList<FailedRefundView>> {
  const { items, isComplete } = await collectPages<Movement>((last) =>
    listFailedRefunds(admin.database, { afterId: last?.id ?? "", limit: perPage }),
  );
  return { items: items.map(view), isComplete };
}

/** Mints the tokens on the source chain again, after the cause of the failure is fixed. */
export async function retryFailedTokenRefund(admin: AdminContext, id: string): Promise<void> {
  const { database, clock, newId, cause } = admin;
  const near = await listFailedRefunds(database, { afterId: before(id), limit: digitsOfAnId });
  const refundFailed = near.find((movement) => movement.id === id);
  if (refundFailed === undefined)
    throw new RefusalError(refuse("not_found", "there is no failed refund with this id"));
  const deps = {
    clock,
    newId,
    eventLog: createEventLog({ clock, newId, wakeUp }),
    chainWork: createChainWork({ clock, wakeUp }),
  };
  const { tenantId, network } = refundFailed;
  await database.transaction((tx) =>
    retryTokenRefund(deps, tx, { id: refundFailed.id, tenantId, network, cause }),
  );
}

/** A text that sorts before the id, with at most as many ids between them as an id's last digit has values. */
function before(id: string): string {
  return id.slice(0, -1);
}

function view({ id, tenantId, network, accountId, units, asset, updatedAt }: Movement): FailedRefundView {
  return {
    id,
    tenantId,
    network,
    accountId,
    amount: formatAmount({ units, asset }),
    valueType: asset.code,
    updated: formatInstant(updatedAt),
  };
}
