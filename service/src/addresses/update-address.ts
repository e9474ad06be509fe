import { complain, createReading, readStreetAddress } from "../accounts/index.ts";
import type { AuditDeps } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { orThrow, type Refusal } from "../kernel/refusal.ts";
import type { Address } from "./address.ts";
import { auditAddress } from "./address-audit.ts";
import type { AddressChange } from "./address-request.ts";
import { type BankDetails, loadBankDetails, sealDetails } from "./bank/bank-details.ts";
import { type SendPrenote, startPrenote } from "./bank/prenotes.ts";
import { hasWireAddresses } from "./bank/read-bank-account.ts";
import { replaceDetails } from "./bank/store.ts";
import { changeAddress } from "./change-address.ts";
import { readTransferTypes } from "./read-transfer-types.ts";
import { type RequestedAddress, requireAddress } from "./requested-address.ts";
import { refuseSanctioned, type ScreenAddressDeps } from "./screen-address.ts";
import { lockAddress, updateAddress as saveAddress } from "./store.ts";

export interface UpdateAddressDeps extends AuditDeps, ScreenAddressDeps {
  readonly keyRing: KeyRing;
  readonly sendPrenote?: SendPrenote | undefined;
}

export interface UpdateAddress extends RequestedAddress {
  readonly cause: Cause;
  readonly change: AddressChange;
}

/**
 * Renames an address, archives or reactivates an external one, adds transfer types, or changes the street addresses of a
 * bank account.
 */
export async function updateAddress(
  deps: UpdateAddressDeps,
  tx: Transaction,
  { cause, change, ...requested }: UpdateAddress,
): Promise<Address> {
  const { network } = requested.principal;
  const place = { network, pointer: "/additional_transfer_types" };
  const additional = orThrow(readTransferTypes(change.additional_transfer_types ?? [], place));
  const { tenantId, id } = await requireAddress(tx, requested);
  const before = await lockAddress(tx, { tenantId, network, addressId: id });
  assert(before !== undefined, "addresses are never deleted");
  const bank = (await loadBankDetails(deps, tx, [before])).get(before.id);
  const streets = orThrow(readStreets(before, change));
  const details = bank === undefined ? undefined : { ...bank, ...streets };
  const hasAddressesForWire = details !== undefined && hasWireAddresses(details);
  const input = { name: change.name, status: change.status, additional };
  const changedAddress = orThrow(
    changeAddress(before, input, { hasAddressesForWire, now: deps.clock.now() }),
  );
  const prenote =
    before.medium === "bank" && changedAddress.medium === "bank"
      ? startPrenote(deps, before, changedAddress)
      : undefined;
  const after = prenote?.after ?? changedAddress;
  // The sanctions list may have changed while the address was archived.
  if (change.status === "active" && after.medium === "chain") {
    refuseSanctioned(deps, after, { onChainAddress: after.onChainAddress, pointer: "/status" });
  }
  await saveAddress(tx, after);
  const changed = Object.keys(streets);
  if (details !== undefined && changed.length > 0) {
    const key = { tenantId, addressId: after.id };
    await replaceDetails(tx, { ...key, sealed: sealDetails(deps.keyRing, details, key) });
  }
  if (details !== undefined) await prenote?.send(tx, details);
  // The street addresses of a bank account are not in the log themselves.
  const more = { changed_details: changed.join(" ") || undefined };
  await auditAddress(deps, tx, { cause, action: "address.update", before, after, more });
  return after;
}

type Streets = Partial<Pick<BankDetails, "bankAddress" | "beneficiaryAddress">>;

/** The street addresses that a wire requires; only bank accounts have them. */
function readStreets(
  { medium }: Address,
  { bank_address: bank, beneficiary_address: beneficiary }: AddressChange,
): Streets | Refusal {
  const reading = createReading();
  if (medium === "bank") {
    const streets = {
      ...(bank === undefined ? {} : { bankAddress: readStreetAddress(reading, "/bank_address", bank) }),
      ...(beneficiary === undefined
        ? {}
        : { beneficiaryAddress: readStreetAddress(reading, "/beneficiary_address", beneficiary) }),
    };
    return reading.refusal() ?? streets;
  }
  const misplaced = complain("is only allowed for bank accounts");
  if (bank !== undefined) reading.take("/bank_address", misplaced, undefined);
  if (beneficiary !== undefined) reading.take("/beneficiary_address", misplaced, undefined);
  return reading.refusal() ?? {};
}
