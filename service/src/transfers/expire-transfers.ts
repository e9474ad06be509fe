import type { Database } from "../db/database.ts";
import { systemCause } from "../kernel/cause.ts";
import { type Network, networks, type TenantId } from "../kernel/id.ts";
import type { BankNow } from "./load-facts.ts";
import { type SaveStepsDeps, saveSteps } from "./save-steps.ts";
import { lockTransfers, selectExpired } from "./store.ts";
import { stepOf } from "./transfer-step.ts";

export interface ExpireTransfersDeps extends SaveStepsDeps {
  readonly database: Database;
  /** Current time of a network's bank. */
  readonly bankNow: BankNow;
}

const maxAtOnce = 500;
const cause = systemCause("transfers.expire");

/** Cancels transfers whose wire was not received in time; returns how many. */
export async function expireTransfers(deps: ExpireTransfersDeps): Promise<number> {
  let count = 0;
  for (const network of networks) {
    const { now } = await deps.bankNow(network, deps.database);
    const expired = await selectExpired(deps.database, { network, now, limit: maxAtOnce });
    for (const tenantId of new Set(expired.map((each) => each.tenantId))) {
      const ids = expired.filter((each) => each.tenantId === tenantId).map(({ id }) => id);
      count += await expireBatch(deps, { tenantId, network }, ids);
    }
  }
  return count;
}

function expireBatch(
  deps: ExpireTransfersDeps,
  scope: { readonly tenantId: TenantId; readonly network: Network },
  ids: readonly string[],
): Promise<number> {
  return deps.database.transaction(async (tx) => {
    const transfers = await lockTransfers(tx, scope, ids);
    // Skip transfers whose wire has arrived in the meantime.
    const steps = transfers
      .filter(({ state }) => state.step === "awaiting_funds")
      .flatMap((transfer) => stepOf(deps, transfer, { event: { type: "canceled" } }) ?? []);
    await saveSteps(deps, tx, scope, steps, cause);
    return steps.length;
  });
}
