import type { Transaction } from "../db/database.ts";
import type { EventLog } from "../events/index.ts";
import { assert } from "../kernel/assert.ts";
import { networks, type TenantId } from "../kernel/id.ts";
import { isRefusal, orThrow, type Refusal } from "../kernel/refusal.ts";
import { recordOperations } from "../ledger/index.ts";
import { type Accepted, type AcceptTransfersDeps, acceptTransfers } from "./accept-transfers.ts";
import { asRequested } from "./cover.ts";
import type { RequestedTransferInput } from "./facts.ts";
import { amountPointerOf } from "./transfer-request.ts";

export interface CreateTransfersDeps extends AcceptTransfersDeps {
  readonly eventLog: EventLog;
}

/** Accepts or refuses a tenant's requests in a transaction of their own. */
export async function createTransfers(
  deps: CreateTransfersDeps,
  tx: Transaction,
  tenantId: TenantId,
  requests: readonly RequestedTransferInput[],
): Promise<readonly (Accepted | Refusal)[]> {
  const { outcomes, events, operations } = await acceptTransfers(deps, tx, tenantId, requests);
  for (const network of networks) {
    await deps.eventLog.append(tx, { tenantId, network }, events.get(network) ?? []);
  }
  // All requests of a batch are of one resource.
  const pointer = amountPointerOf(requests[0]?.requestedTransfer.resource ?? "transfer");
  // The ledger comes last, because its lock is shared by all writers.
  for (const network of networks) {
    const networkOperations = operations.get(network) ?? [];
    const recorded = await recordOperations(deps, tx, { tenantId, network }, networkOperations);
    for (const [index, outcome] of recorded.entries()) {
      const operation = networkOperations[index];
      assert(operation !== undefined, "each operation has its outcome");
      // A balance changed since it was read: roll everything back; the requests are retried one by one.
      orThrow(isRefusal(outcome) ? asRequested(outcome, operation, pointer) : outcome);
    }
  }
  return outcomes;
}
