import { automationDepositHook } from "../automations/index.ts";
import {
  type DepositRelease,
  listHeldDeposits as listHeld,
  releaseDeposit as release,
  type TokenDeposit,
} from "../tokens/index.ts";
import { queuesOf } from "./admin-deps.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";

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
