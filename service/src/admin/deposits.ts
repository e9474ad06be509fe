import { automationDepositHook } from "../automations/index.ts";
import {
  type DepositRelease,
  heldDeposits,
  releaseDeposit as release,
  type TokenDeposit,
} from "../tokens/index.ts";
import { queuesOf } from "./admin-deps.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";

/** Held deposits, oldest first. */
export function listHeldDeposits({ database }: AdminContext): Promise<ItemList<TokenDeposit>> {
  return collectStream(heldDeposits.stream(database, {}));
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
