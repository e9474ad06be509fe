import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { parseId } from "../kernel/id.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import { type BankRail, isBankRail, isDebit, systemOf } from "../rails/rail.ts";
import type { Address, BankAddress } from "./address.ts";
import { whyOwnerless } from "./ownerless-address.ts";
import { type AddressKey, type AddressScope, selectAddresses } from "./store.ts";
import type { TransferType } from "./transfer-type.ts";

/** An address of any account of the tenant; the caller checks access to the account. */
export async function findAddress(
  session: Session,
  { addressId, ...scope }: AddressKey,
): Promise<Address | undefined> {
  const [address] = await findAddresses(session, scope, [addressId]);
  return address;
}

/** The existing addresses of the tenant in this network among these ids, in no particular order. */
export async function findAddresses(
  session: Session,
  scope: AddressScope,
  ids: readonly string[],
): Promise<readonly Address[]> {
  const wellFormed = [...new Set(ids)].filter((id) => parseId<"address">(id) !== undefined);
  return wellFormed.length === 0 ? [] : selectAddresses(session, scope, wellFormed);
}

/**
 * Why an address cannot be used for something new with this transfer type, if it cannot. `pointer` is its place in the
 * request.
 */
export function refuseUnusable(
  address: Address,
  { transferType, pointer }: { readonly transferType: TransferType; readonly pointer: string },
): Refusal | undefined {
  const unusable = (place: string, detail: string): Refusal =>
    refuse("unprocessable", `${place} ${detail}`, { errors: [{ pointer: place, detail }] });
  if (address.status === "archived") return unusable(`${pointer}/address_id`, "is an archived address");
  const ownerless = address.medium === "chain" ? whyOwnerless(address) : undefined;
  if (ownerless !== undefined) return unusable(`${pointer}/address_id`, ownerless);
  const transferTypes: readonly TransferType[] = address.transferTypes;
  if (!transferTypes.includes(transferType)) {
    return unusable(
      `${pointer}/transfer_type`,
      `must be a transfer type of the address: ${transferTypes.join(", ")}`,
    );
  }
  if (address.medium === "chain" || !isBankRail(transferType)) return undefined;
  const why =
    whyNotPrenoted(address, transferType) ?? (isDebit(transferType) ? whyNotDebited(address) : undefined);
  return why === undefined ? undefined : unusable(`${pointer}/address_id`, why);
}

/** Nacha: ACH entries follow a prenote from the third banking day after its settlement, if it was not returned. */
function whyNotPrenoted({ prenote }: BankAddress, rail: BankRail): string | undefined {
  if (systemOf(rail) !== "ach" || prenote === undefined || prenote === "accepted") return undefined;
  return prenote === "pending"
    ? "is a bank account whose prenote is pending; it can be used by ACH three banking days after the prenote settles"
    : "is a bank account that returned its prenote; add it with correct data, or link or verify it again";
}

/** A debit requires proof of ownership, and an authorization that no return has ended. */
function whyNotDebited({ verification, debitBlockCode }: BankAddress): string | undefined {
  assert(verification !== undefined, "only a linked bank account has debit rails");
  switch (verification) {
    case "pending":
      return "is a bank account that is not verified yet; confirm its micro deposits first";
    case "failed":
      return "is a bank account whose verification has failed; it cannot be debited";
    case "verified":
      return debitBlockCode === undefined
        ? undefined
        : `is a bank account whose last debit was returned as ${debitBlockCode}; it can be debited again once its ` +
            "owner links or verifies it again";
  }
}
