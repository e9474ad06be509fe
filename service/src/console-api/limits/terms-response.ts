import Type, { type Static } from "typebox";
import { chainNames } from "../../chains/chain-name.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { bankRails } from "../../rails/rail.ts";
import { feeFlows, type TransferFee, type UsedLimit } from "../../transfers/index.ts";

/** Transfer types that limits and fees can be set for: chains and bank rails. */
export const ways = [...chainNames, ...bankRails] as const;

const scope = {
  network: Type.Enum([...networks]),
  account_id: nullableString({ description: "Null for all accounts of the managing account combined." }),
  transfer_type: nullableString({ description: "Chain or bank rail; null for any." }),
};

export const LimitSchema = named(
  "TransferLimit",
  Type.Object({
    id: IdSchema,
    ...scope,
    per_transfer: nullableString({ description: "In dollars." }),
    daily: nullableString({ description: "In dollars, per UTC day." }),
    used_today: nullableString({ description: "Null without a daily limit." }),
    left_today: nullableString(),
    updated_at: DateTimeSchema,
  }),
);

export function presentLimit(limit: UsedLimit): Static<typeof LimitSchema> {
  const { dailyCents, usedCents } = limit;
  const left = dailyCents === undefined || usedCents === undefined ? undefined : dailyCents - usedCents;
  return {
    id: limit.id,
    network: limit.network,
    account_id: limit.accountId ?? null,
    transfer_type: limit.transferType ?? null,
    per_transfer: dollarsOrNull(limit.perTransferCents),
    daily: dollarsOrNull(dailyCents),
    used_today: dollarsOrNull(usedCents),
    left_today: dollarsOrNull(left === undefined || left > 0n ? left : 0n),
    updated_at: formatInstant(limit.updatedAt),
  };
}

export const FeeSchema = named(
  "TransferFee",
  Type.Object({
    id: IdSchema,
    ...scope,
    flow: Type.Enum([...feeFlows]),
    flat: Type.String({ description: "In dollars." }),
    basis_points: Type.Integer({ description: "Basis points of the amount." }),
    minimum: Type.String(),
    maximum: nullableString(),
    updated_at: DateTimeSchema,
  }),
);

export function presentFee(fee: TransferFee): Static<typeof FeeSchema> {
  return {
    id: fee.id,
    network: fee.network,
    account_id: fee.accountId ?? null,
    transfer_type: fee.transferType ?? null,
    flow: fee.flow,
    flat: dollars(fee.flatCents),
    basis_points: fee.basisPoints,
    minimum: dollars(fee.minimumCents),
    maximum: dollarsOrNull(fee.maximumCents),
    updated_at: formatInstant(fee.updatedAt),
  };
}

export function dollars(cents: bigint): string {
  return formatAmount({ units: cents, asset: usd });
}

function dollarsOrNull(cents: bigint | undefined): string | null {
  return cents === undefined ? null : dollars(cents);
}
