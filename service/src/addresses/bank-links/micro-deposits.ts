import { createHmac } from "node:crypto";
import { equalInConstantTime } from "../../kernel/constant-time.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { AddressId } from "../address.ts";
import type { DepositLink } from "./bank-link.ts";
import type { MicroDepositAmounts } from "./provider.ts";

/** How often an owner may tell the amounts. */
export const maxTries = 3;

export interface AmountsPlace {
  readonly tenantId: TenantId;
  readonly addressId: AddressId;
}

/**
 * What is kept of the amounts. There are so few pairs that a plain hash would give them away; the key does not stand in
 * the database. Which of the two came first does not matter.
 */
export function digestAmounts(
  bankIndexKey: Buffer,
  { tenantId, addressId }: AmountsPlace,
  [first, second]: MicroDepositAmounts,
): Buffer {
  const [less, more] = first < second ? [first, second] : [second, first];
  const text = ["micro_deposits", tenantId, addressId, less, more].join("/");
  return createHmac("sha256", bankIndexKey).update(text).digest();
}

export interface Judgement {
  readonly verification: "pending" | "verified" | "failed";
  readonly triesLeft: number;
}

/** What comes of amounts that were told for deposits that wait. The last wrong ones end it. */
export function judgeAmounts(
  { amountsDigest, triesLeft }: Pick<DepositLink, "amountsDigest" | "triesLeft">,
  told: Buffer,
): Judgement {
  const left = triesLeft - 1;
  if (equalInConstantTime(amountsDigest, told)) return { verification: "verified", triesLeft: left };
  return { verification: left > 0 ? "pending" : "failed", triesLeft: left };
}
