import type { Network } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import {
  removeLimit as remove,
  requireTenant,
  listLimits as selectLimits,
  setLimit as set,
  type TransferLimit,
} from "../transfers/index.ts";
import { dollarsText, readCents } from "./dollars.ts";
import type { AdminContext } from "./open-admin.ts";

/** A transfer limit as plain values. */
export interface LimitView {
  readonly id: string;
  readonly network: Network;
  /** Undefined for all accounts of the managing account combined. */
  readonly accountId: string | undefined;
  readonly transferType: string | undefined;
  readonly perTransfer: string | undefined;
  readonly daily: string | undefined;
  readonly updated: string;
}

export async function listLimits(
  admin: AdminContext,
  { managingAccountId }: { readonly managingAccountId: string },
): Promise<readonly LimitView[]> {
  const tenantId = await requireTenant(admin.database, managingAccountId);
  return (await selectLimits(admin.database, tenantId)).map(view);
}

export interface LimitRequest {
  readonly managingAccountId: string;
  readonly network: Network;
  readonly accountId?: string;
  readonly transferType?: string;
  readonly perTransfer?: string;
  readonly daily?: string;
}

export async function setLimit(
  admin: AdminContext,
  { perTransfer, daily, ...request }: LimitRequest,
): Promise<LimitView> {
  const input = {
    ...request,
    accountId: request.accountId,
    transferType: request.transferType,
    perTransferCents: perTransfer === undefined ? undefined : readCents(perTransfer, "per_transfer"),
    dailyCents: daily === undefined ? undefined : readCents(daily, "daily"),
    cause: admin.cause,
  };
  return view(await admin.database.transaction((tx) => set(admin, tx, input)));
}

export async function removeLimit(
  admin: AdminContext,
  request: { readonly managingAccountId: string; readonly id: string },
): Promise<LimitView> {
  const input = { ...request, cause: admin.cause };
  return view(await admin.database.transaction((tx) => remove(admin, tx, input)));
}

function view(limit: TransferLimit): LimitView {
  const { id, network, accountId, transferType, perTransferCents, dailyCents, updatedAt } = limit;
  return {
    id,
    network,
    accountId,
    transferType,
    perTransfer: perTransferCents === undefined ? undefined : dollarsText(perTransferCents),
    daily: dailyCents === undefined ? undefined : dollarsText(dailyCents),
    updated: formatInstant(updatedAt),
  };
}
