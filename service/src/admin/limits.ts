import Type from "typebox";
import { present } from "../http/present.ts";
import { DateTimeSchema, named, nullableString } from "../http/schemas.ts";
import { type Network, networks } from "../kernel/id.ts";
import { dollars } from "../kernel/money.ts";
import {
  isDefaultLimit,
  leftOfLimit,
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

/** The scope of a limit or a fee. */
export const termScope = {
  network: Type.Enum([...networks]),
  account_id: nullableString({ description: "Null for all accounts of the managing account combined." }),
  transfer_type: nullableString({ description: "Chain or bank rail; null for any." }),
};

export const LimitSchema = named(
  "TransferLimit",
  Type.Object({
    id: nullableString({ description: "Null for a default limit of the configuration." }),
    ...termScope,
    operation: nullableString({ description: "One of the limited operations; null for all combined." }),
    asset: nullableString({ description: "Value type; null for any." }),
    destination_address_id: nullableString({ description: "Null for any destination." }),
    per_transfer: nullableString({ description: "In dollars." }),
    daily: nullableString({ description: "In dollars, per UTC day." }),
    used_today: nullableString({ description: "Null without a daily limit." }),
    left_today: nullableString(),
    thirty_days: nullableString({ description: "In dollars, in the last 30 UTC days, today included." }),
    used_thirty_days: nullableString({ description: "Null without a limit of 30 days." }),
    left_thirty_days: nullableString(),
    updated_at: Type.Union([Type.Null(), DateTimeSchema], { description: "Null for a default limit." }),
  }),
);

export function presentLimit(limit: TransferLimit & Partial<UsedLimit>) {
  const { perTransferCents, dailyCents, thirtyDayCents, used } = limit;
  const [usedToday, leftToday] = usageOf(dailyCents, used?.todayCents);
  const [usedThirtyDays, leftThirtyDays] = usageOf(thirtyDayCents, used?.thirtyDayCents);
  return present(LimitSchema, {
    ...limit,
    id: isDefaultLimit(limit) ? undefined : limit.id,
    perTransfer: dollars(perTransferCents),
    daily: dollars(dailyCents),
    usedToday,
    leftToday,
    thirtyDays: dollars(thirtyDayCents),
    usedThirtyDays,
    leftThirtyDays,
  });
}

/** What is used and what is left of a limit. */
function usageOf(limitCents: bigint | undefined, usedCents: bigint | undefined) {
  if (limitCents === undefined || usedCents === undefined) return [undefined, undefined] as const;
  return [dollars(usedCents), dollars(leftOfLimit(limitCents, usedCents))] as const;
}

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
