import { createChainWork } from "../chains/work/create-chain-work.ts";
import { createEventLog } from "../events/index.ts";
import type { Network } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount } from "../kernel/money.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { listStranded, type Movement, returnStranded } from "../tokens/index.ts";
import { collectPages, type Listing } from "./listing.ts";
import type { AdminContext } from "./open-admin.ts";

/** A transfer whose tokens were burned on one chain and could be minted on none. */
export interface StrandedView {
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
/** Nobody is nudged: whoever has something to do looks by itself. */
const wakeUp = { nudge: () => {} };

/** The longest first. */
export async function listStrandedTransfers(admin: AdminContext): Promise<Listing<StrandedView>> {
  const { items, isComplete } = await collectPages<Movement>((last) =>
    listStranded(admin.database, { afterId: last?.id ?? "", limit: perPage }),
  );
  return { items: items.map(view), isComplete };
}

/** Once what was in the way is removed: mints the tokens back to where they came from. */
export async function returnStrandedTransfer(admin: AdminContext, id: string): Promise<void> {
  const { database, clock, newId, cause } = admin;
  const near = await listStranded(database, { afterId: before(id), limit: digitsOfAnId });
  const stranded = near.find((movement) => movement.id === id);
  if (stranded === undefined) throw new RefusalError(refuse("not_found", "no stranded transfer has this id"));
  const deps = {
    clock,
    newId,
    eventLog: createEventLog({ clock, newId, wakeUp }),
    chainWork: createChainWork({ clock, wakeUp }),
  };
  const { tenantId, network } = stranded;
  await database.transaction((tx) => returnStranded(deps, tx, { id: stranded.id, tenantId, network, cause }));
}

/** A text that sorts before the id, with at most as many ids between them as an id's last digit has values. */
function before(id: string): string {
  return id.slice(0, -1);
}

function view({ id, tenantId, network, accountId, units, asset, updatedAt }: Movement): StrandedView {
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
