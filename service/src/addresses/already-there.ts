import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { Address } from "./address.ts";

/** What the account has already, it finds by this id. */
export function alreadyThere({ id, kind, status }: Pick<Address, "id" | "kind" | "status">): Refusal {
  const what =
    kind === "internal" ? "is a custodial address of this account" : "is an address of this account already";
  const how = status === "archived" ? "; it is archived and can be made active again" : "";
  return refuse("conflict", `this ${what}: ${id}${how}`);
}
