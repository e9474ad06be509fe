import type { Transaction } from "../db/database.ts";
import type { EventLog } from "../events/index.ts";
import { assert } from "../kernel/assert.ts";
import { networks, type TenantId } from "../kernel/id.ts";
import { isRefusal, orThrow, type Refusal } from "../kernel/refusal.ts";
import { recordOperations } from "../ledger/index.ts";
import { type Accepted, type AcceptTransfersDeps, acceptTransfers } from "./accept-transfers.ts";
import { asRequested } from "./cover.ts";
import type { Asked } from "./facts.ts";

export interface CreateTransfersDeps extends AcceptTransfersDeps {
  readonly eventLog: EventLog;
}

/** Accepts or refuses many requests of one tenant in a transaction that does nothing else. */
export async function createTransfers(
  deps: CreateTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  asked: readonly Asked[],
): Promise<readonly (Accepted | Refusal)[]> {
  const { outcomes, events, operations } = await acceptTransfers(deps, tx, tenantId, asked);
  for (const network of networks) {
    await deps.eventLog.append(tx, { tenantId, network }, events.get(network) ?? []);
  }
  // The ledger last, because it locks what everybody needs.
  for (const network of networks) {
    const here = operations.get(network) ?? [];
    const recorded = await recordOperations(deps, tx, { tenantId, network }, here);
    for (const [index, outcome] of recorded.entries()) {
      const operation = here[index];
      assert(operation !== undefined, "each operation has its outcome");
      // Somebody was faster since the balances were read. All is undone, and each request is tried again alone.
      orThrow(isRefusal(outcome) ? asRequested(outcome, operation) : outcome);
    }
  }
  return outcomes;
}
