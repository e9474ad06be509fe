import Type from "typebox";
import { present } from "../../http/present.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { dollars } from "../../kernel/money.ts";
import { left } from "./decide-limits.ts";
import { isDefault } from "./default-limits.ts";
import type { TransferLimit } from "./transfer-limit.ts";
import type { UsedLimit } from "./usage.ts";

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
    id: isDefault(limit) ? undefined : limit.id,
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
  return [dollars(usedCents), dollars(left(limitCents, usedCents))] as const;
}
