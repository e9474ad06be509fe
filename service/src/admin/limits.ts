import Type from "typebox";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { type Network, networks } from "../kernel/id.ts";
import { dollars } from "../kernel/money.ts";
import {
  removeLimit as remove,
  requireTenant,
  setLimit as set,
  showLimits,
  type TransferLimit,
  type UsedLimit,
} from "../transfers/index.ts";
import type { AdminContext } from "./open-admin.ts";
import { readCents } from "./read-input.ts";

/** The scope of a limit or a fee. */
export const termScope = {
  network: Type.Enum([...networks]),
  account_id: nullableString({ description: "Null for all accounts of the managing account combined." }),
  transfer_type: nullableString({ description: "Chain or bank rail; null for any." }),
};

export const LimitSchema = named(
  "TransferLimit",
  Type.Object({
    id: IdSchema,
    ...termScope,
    per_transfer: nullableString({ description: "In dollars." }),
    daily: nullableString({ description: "In dollars, per UTC day." }),
    used_today: nullableString({ description: "Null without a daily limit." }),
    left_today: nullableString(),
    updated_at: DateTimeSchema,
  }),
);

export function presentLimit(limit: TransferLimit & Partial<UsedLimit>) {
  const { perTransferCents, dailyCents, usedCents } = limit;
  const left = dailyCents === undefined || usedCents === undefined ? undefined : dailyCents - usedCents;
  return present(LimitSchema, {
    ...limit,
    perTransfer: dollars(perTransferCents),
    daily: dollars(dailyCents),
    usedToday: dollars(usedCents),
    leftToday: dollars(left === undefined || left > 0n ? left : 0n),
  });
}

/** Limits of a managing account with today's usage. */
export async function listLimits(
  { database, clock }: Pick<AdminContext, "database" | "clock">,
  { managingAccountId }: { readonly managingAccountId: string },
): Promise<readonly UsedLimit[]> {
  return showLimits(database, await requireTenant(database, managingAccountId), clock.now());
}

export interface LimitRequest {
  readonly managingAccountId: string;
  readonly network: Network;
  readonly accountId?: string | undefined;
  readonly transferType?: string | undefined;
  readonly perTransfer?: string | undefined;
  readonly daily?: string | undefined;
}

export function setLimit(
  admin: AdminContext,
  { perTransfer, daily, ...request }: LimitRequest,
): Promise<TransferLimit> {
  const input = {
    ...request,
    accountId: request.accountId,
    transferType: request.transferType,
    perTransferCents: perTransfer === undefined ? undefined : readCents(perTransfer, "per_transfer"),
    dailyCents: daily === undefined ? undefined : readCents(daily, "daily"),
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
