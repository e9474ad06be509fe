import { createReading, readPlainText } from "../accounts/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import type { Cause } from "../kernel/cause.ts";
import { isRefusal, orThrow, type Refusal } from "../kernel/refusal.ts";
import type { InternalAddress } from "./address.ts";
import type { NewInternalAddress } from "./address-request.ts";
import { addCustodialAddress, type CustodialDeps } from "./custodial-address.ts";
import { readTransferTypes, requireOneFamily, type SharedChains } from "./read-transfer-types.ts";
import { requireCompleteAccount } from "./requested-address.ts";
import type { TransferType } from "./transfer-type.ts";

export interface CreateInternalAddress {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly request: NewInternalAddress;
}

/** Creates an additional custodial address. */
export async function createInternalAddress(
  deps: CustodialDeps,
  tx: Transaction,
  { principal, cause, accountId, request }: CreateInternalAddress,
): Promise<InternalAddress> {
  const place = { network: principal.network, pointer: "/transfer_types" };
  const transferTypes = orThrow(readTransferTypes(request.transfer_types, place));
  const scope = await requireCompleteAccount(tx, principal, accountId);
  const input = orThrow(readInput(request, transferTypes));
  return addCustodialAddress(deps, tx, { scope, cause, ...input });
}

function readInput(
  request: NewInternalAddress,
  transferTypes: readonly TransferType[],
): (SharedChains & { readonly name: string }) | Refusal {
  const shared = requireOneFamily(transferTypes, "/transfer_types");
  if (isRefusal(shared)) return shared;
  const reading = createReading();
  const name = reading.take("/name", readPlainText(request.name), "");
  return reading.refusal() ?? { name, ...shared };
}
