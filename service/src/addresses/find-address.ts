import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { parseId } from "../kernel/id.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import { isBankRail, isDebit } from "../rails/rail.ts";
import type { Address, BankVerification } from "./address.ts";
import { isSolanaProgram } from "./solana-program.ts";
import { type AddressKey, type AddressScope, selectAddresses } from "./store.ts";
import type { TransferType } from "./transfer-type.ts";

/** An address of any account of the tenant; whether the caller may see that account is for the caller to ask. */
export async function findAddress(
  session: Session,
  { addressId, ...scope }: AddressKey,
): Promise<Address | undefined> {
  const [address] = await findAddresses(session, scope, [addressId]);
  return address;
}

/** Those of the ids that name an address of the tenant in this network, in no order. */
export async function findAddresses(
  session: Session,
  scope: AddressScope,
  ids: readonly string[],
): Promise<readonly Address[]> {
  const wellFormed = [...new Set(ids)].filter((id) => parseId<"address">(id) !== undefined);
  return wellFormed.length === 0 ? [] : selectAddresses(session, scope, wellFormed);
}

/** Why an address cannot be used for something new by this way, if it cannot. `pointer` is where the request names it. */
export function refuseUnusable(
  address: Address,
  { transferType, pointer }: { readonly transferType: TransferType; readonly pointer: string },
): Refusal | undefined {
  const no = (place: string, detail: string): Refusal =>
    refuse("unprocessable", `${place} ${detail}`, { errors: [{ pointer: place, detail }] });
  if (address.status === "archived") return no(`${pointer}/address_id`, "names an address that is archived");
  if (address.medium === "chain" && isSolanaProgram(address.onChainAddress)) {
    return no(`${pointer}/address_id`, "names an address that is a program and no wallet");
  }
  const transferTypes: readonly TransferType[] = address.transferTypes;
  if (!transferTypes.includes(transferType)) {
    return no(`${pointer}/transfer_type`, `must be one that the address has: ${transferTypes.join(", ")}`);
  }
  if (address.medium === "chain" || !isBankRail(transferType) || !isDebit(transferType)) return undefined;
  const why = whyNotDebited(address.verification);
  return why === undefined ? undefined : no(`${pointer}/address_id`, why);
}

/** A debit takes somebody's money, so its owner must have shown first that the account is theirs. */
function whyNotDebited(verification: BankVerification | undefined): string | undefined {
  assert(verification !== undefined, "only a bank account that was linked has debit rails");
  switch (verification) {
    case "pending":
      return "names a bank account that is not verified yet; confirm its micro deposits first";
    case "failed":
      return "names a bank account whose verification has failed; it cannot be debited";
    case "verified":
      return undefined;
  }
}
