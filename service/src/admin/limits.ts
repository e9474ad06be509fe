import type { Network } from "../kernel/id.ts";
import {
  limitedOperations,
  removeLimit as remove,
  requireTenant,
  setLimit as set,
  showLimits,
  type TransferLimit,
  type UsedLimit,
} from "../transfers/index.ts";
import type { AdminContext } from "./open-admin.ts";
import { readCents, readOneOf, readTransferType } from "./read-input.ts";

/** Limits of a managing account with their usage, and the default limits. */
export async function listLimits(
  { config, database, clock }: Pick<AdminContext, "config" | "database" | "clock">,
  { managingAccountId }: { readonly managingAccountId: string },
): Promise<readonly UsedLimit[]> {
  return showLimits(config, database, await requireTenant(database, managingAccountId), clock.now());
}

export interface LimitRequest {
  readonly managingAccountId: string;
  readonly network: Network;
  readonly accountId?: string | undefined;
  readonly transferType?: string | undefined;
  readonly operation?: string | undefined;
  readonly asset?: string | undefined;
  readonly destinationAddressId?: string | undefined;
  readonly perTransfer?: string | undefined;
  readonly daily?: string | undefined;
  readonly thirtyDays?: string | undefined;
}

export function setLimit(
  admin: AdminContext,
  { perTransfer, daily, thirtyDays, operation, ...request }: LimitRequest,
): Promise<TransferLimit> {
  const input = {
    ...request,
    accountId: request.accountId,
    transferType: readTransferType(admin, request.transferType),
    operation: operation === undefined ? undefined : readOneOf("operation", limitedOperations, operation),
    perTransferCents: perTransfer === undefined ? undefined : readCents(perTransfer, "per_transfer"),
    dailyCents: daily === undefined ? undefined : readCents(daily, "daily"),
    thirtyDayCents: thirtyDays === undefined ? undefined : readCents(thirtyDays, "thirty_days"),
    cause: admin.cause,
  };
  return admin.database.transaction((tx) => set(admin, tx, input));
}

export function removeLimit(
  admin: AdminContext,
  request: { readonly managingAccountId: string; readonly id: string },
): Promise<TransferLimit> {
  return admin.database.transaction((tx) => remove(admin, tx, { ...request, cause: admin.cause }));
}
