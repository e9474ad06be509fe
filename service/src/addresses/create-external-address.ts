import type { Transaction } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import type { Cause } from "../kernel/cause.ts";
import { orThrow } from "../kernel/refusal.ts";
import { type AddBankAddressDeps, addBankAddress } from "./add-bank-address.ts";
import { type AddChainAddressDeps, type AddedAddress, addChainAddress } from "./add-chain-address.ts";
import type { NewExternalAddress } from "./address-request.ts";
import { readVariant } from "./external-variant.ts";
import { readTransferTypes } from "./read-transfer-types.ts";
import { requireCompleteAccount } from "./requested-address.ts";

export type CreateExternalAddressDeps = AddChainAddressDeps & AddBankAddressDeps;

export interface CreateExternalAddress {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly request: NewExternalAddress;
}

/** Checks run in this order: shape, network, account, values. */
export async function createExternalAddress(
  deps: CreateExternalAddressDeps,
  tx: Transaction,
  { principal, cause, accountId, request: body }: CreateExternalAddress,
): Promise<AddedAddress> {
  const request = orThrow(readVariant(body));
  const place = { network: principal.network, pointer: "/transfer_types" };
  const transferTypes = orThrow(readTransferTypes(body.transfer_types, place));
  const scope = await requireCompleteAccount(tx, principal, accountId);
  if (request.variant === "blockchain")
    return addChainAddress(deps, tx, { scope, cause, request, transferTypes });
  return { address: await addBankAddress(deps, tx, { scope, cause, request, transferTypes }), isNew: true };
}
