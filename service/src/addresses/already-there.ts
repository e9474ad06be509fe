import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { Address } from "./address.ts";
import type { TransferType } from "./transfer-type.ts";

/**
 * The conflict for an address that the account already has: names its id, and how to add the requested transfer types.
 */
export function alreadyThere(
  { id, kind, status, transferTypes }: Pick<Address, "id" | "kind" | "status" | "transferTypes">,
  requested: readonly TransferType[],
): Refusal {
  const what =
    kind === "internal" ? "is a custodial address of this account" : "is already an address of this account";
  const statusHint = status === "archived" ? "; it is archived and can be reactivated" : "";
  const present: readonly TransferType[] = transferTypes;
  const missing = requested.filter((transferType) => !present.includes(transferType));
  const addHint =
    missing.length === 0
      ? ""
      : `; to use it with ${missing.join(" and ")} as well, PATCH it with additional_transfer_types`;
  return refuse("conflict", `this ${what}: ${id}${statusHint}${addHint}`);
}
