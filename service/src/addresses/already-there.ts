import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { Address } from "./address.ts";
import type { TransferType } from "./transfer-type.ts";

/** What the account has already, it finds by this id; and how it gets the ways that it wanted to use it in. */
export function alreadyThere(
  { id, kind, status, transferTypes }: Pick<Address, "id" | "kind" | "status" | "transferTypes">,
  wanted: readonly TransferType[],
): Refusal {
  const what =
    kind === "internal" ? "is a custodial address of this account" : "is an address of this account already";
  const how = status === "archived" ? "; it is archived and can be made active again" : "";
  const present: readonly TransferType[] = transferTypes;
  const missing = wanted.filter((transferType) => !present.includes(transferType));
  const more =
    missing.length === 0
      ? ""
      : `; to use it with ${missing.join(" and ")} too, PATCH it with additional_transfer_types`;
  return refuse("conflict", `this ${what}: ${id}${how}${more}`);
}
