import { automationDepositHook } from "../automations/index.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount } from "../kernel/money.ts";
import {
  type DepositRelease,
  listHeldDeposits as listHeld,
  releaseDeposit as release,
  type TokenDeposit,
} from "../tokens/index.ts";
import { queuesOf } from "./admin-deps.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";

/** Tokens received from a sanctioned address. */
export function presentDeposit(deposit: TokenDeposit) {
  const { id, tenantId, network, accountId, addressId, chain, asset, units, from, transactionId } = deposit;
  return {
    id,
    tenant_id: tenantId,
    network,
    account_id: accountId,
    address_id: addressId,
    chain,
    amount: formatAmount({ units, asset }),
    value_type: asset.code,
    from: from ?? null,
    transaction_id: transactionId,
    status: deposit.status,
    /** The sanctions list entries that it is held for. */
    hits: deposit.screening?.hitUids ?? [],
    created: formatInstant(deposit.createdAt),
  };
}

const depositsPerPage = 100;

/** Held deposits, oldest first. */
export function listHeldDeposits({ database }: AdminContext): Promise<ItemList<TokenDeposit>> {
  return collectPages((last) => listHeld(database, { position: last?.id, limit: depositsPerPage }));
}

export function releaseHeldDeposit(
  admin: AdminContext,
  request: Omit<DepositRelease, "cause">,
): Promise<TokenDeposit> {
  const queues = queuesOf(admin);
  // A deposit released at an automation's address continues like any other deposit there.
  const deps = { ...queues, onCredited: automationDepositHook(queues) };
  return admin.database.transaction((tx) => release(deps, tx, { ...request, cause: admin.cause }));
}
