import { createHmac } from "node:crypto";
import { equalInConstantTime } from "../../kernel/constant-time.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { AddressId } from "../address.ts";
import type { DepositLink } from "./bank-link.ts";
import type { MicroDepositAmounts } from "./provider.ts";

/** Maximum number of tries to confirm the amounts. */
export const maxTries = 3;

export interface AmountsPlace {
  readonly tenantId: TenantId;
  readonly addressId: AddressId;
}

/**
 * The stored digest of the amounts. There are so few pairs that a plain hash could be brute-forced; the key is not in
 * the database. The order of the amounts does not matter.
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

export interface Decision {
  readonly verification: "pending" | "verified" | "failed";
  readonly triesLeft: number;
}

/** Result of a confirmation of pending deposits. The last wrong try fails it. */
export function evaluateAmounts(
  { amountsDigest, triesLeft }: Pick<DepositLink, "amountsDigest" | "triesLeft">,
  reported: Buffer,
): Decision {
  const left = triesLeft - 1;
  if (equalInConstantTime(amountsDigest, reported)) return { verification: "verified", triesLeft: left };
  return { verification: left > 0 ? "pending" : "failed", triesLeft: left };
}
