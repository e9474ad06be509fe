import { automationDepositHook } from "../automations/index.ts";
import { createEventLog } from "../events/index.ts";
import { createJobQueue } from "../jobs/index.ts";
import type { Network } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount } from "../kernel/money.ts";
import {
  type DepositRelease,
  listHeldDeposits,
  releaseDeposit as release,
  type TokenDeposit,
} from "../tokens/index.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";

/** Tokens received from a sanctioned address, as plain values. */
export interface DepositView {
  readonly id: string;
  readonly tenantId: string;
  readonly network: Network;
  readonly accountId: string;
  readonly addressId: string;
  readonly chain: string;
  readonly valueType: string;
  readonly amount: string;
  readonly from: string | undefined;
  readonly transactionId: string;
  readonly status: string;
  /** The sanctions list entries that it is held for. */
  readonly hits: readonly string[];
  readonly created: string;
}

const depositsPerPage = 100;

/** Held deposits, oldest first. */
export async function listHeld(admin: AdminContext): Promise<ItemList<DepositView>> {
  const { items, isComplete } = await collectPages<TokenDeposit>((last) =>
    listHeldDeposits(admin.database, { afterId: last?.id ?? "", limit: depositsPerPage }),
  );
  return { items: items.map(view), isComplete };
}

export async function releaseHeldDeposit(
  admin: AdminContext,
  request: Omit<DepositRelease, "cause">,
): Promise<DepositView> {
  const { clock, newId, cause } = admin;
  // No wake-up: event publishers poll.
  const wakeUp = { nudge: () => {} };
  const eventLog = createEventLog({ clock, newId, wakeUp });
  // A deposit released at an automation's address continues like any other deposit there.
  const onCredited = automationDepositHook({ clock, jobQueue: createJobQueue({ clock, newId, wakeUp }) });
  const deps = { clock, newId, eventLog, onCredited };
  return view(await admin.database.transaction((tx) => release(deps, tx, { ...request, cause })));
}

function view(deposit: TokenDeposit): DepositView {
  const { id, tenantId, network, accountId, addressId, chain, asset, units, from, transactionId } = deposit;
  return {
    id,
    tenantId,
    network,
    accountId,
    addressId,
    chain,
    valueType: asset.code,
    amount: formatAmount({ units, asset }),
    from,
    transactionId,
    status: deposit.status,
    hits: deposit.screening?.hitUids ?? [],
    created: formatInstant(deposit.createdAt),
  };
}
