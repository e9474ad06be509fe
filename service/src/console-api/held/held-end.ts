import Type from "typebox";
import {
  type Address,
  type BankDetails,
  displayNameOf,
  findAddresses,
  loadBankDetails,
  TransferTypeSchema,
} from "../../addresses/index.ts";
import type { Session } from "../../db/database.ts";
import { named, nullableString } from "../../http/schemas.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { maskedLastFour } from "../../kernel/mask.ts";
import { type Transfer, viewEnd } from "../../transfers/index.ts";

export const HeldEndSchema = named(
  "HeldTransferEnd",
  Type.Object({
    transfer_type: TransferTypeSchema,
    value_type: Type.String(),
    address_id: nullableString(),
    address_name: nullableString({ description: "The client's name of the address." }),
    address: nullableString({ description: "Chain address; null for a bank account." }),
    owner: nullableString({
      description: "Owner of the bank account: the name that is screened.",
    }),
    routing_number: nullableString({ description: "ABA routing number of the bank." }),
    account_number: nullableString({ description: "Masked bank account number." }),
  }),
);

type End = Transfer["source"] | Transfer["destination"];

/** Details of source and destination addresses. The list is short: its items need manual action. */
export async function describeEnds(
  reader: { readonly database: Session; readonly keyRing: KeyRing },
  transfers: readonly Transfer[],
) {
  const addresses = new Map<string, Address>();
  const banks = new Map<string, BankDetails>();
  for (const group of perWorkspace(transfers)) {
    const ids = group.ids.flatMap((id) => id ?? []);
    const found = await findAddresses(reader.database, group, ids);
    for (const address of found) addresses.set(address.id, address);
    for (const [id, details] of await loadBankDetails(reader, reader.database, found)) banks.set(id, details);
  }
  return (end: End) => {
    const bank = banks.get(end.addressId ?? "");
    const address = addresses.get(end.addressId ?? "");
    return {
      ...viewEnd(end),
      addressName: address && displayNameOf(address, bank),
      owner: bank?.owner,
      routingNumber: bank?.routingNumber,
      accountNumber: bank && maskedLastFour(bank.accountNumber),
    };
  };
}

/** Addresses are read per tenant and network. */
function perWorkspace(transfers: readonly Transfer[]) {
  const workspaces = new Map(
    transfers.map(({ tenantId, network }) => [`${tenantId} ${network}`, { tenantId, network }]),
  );
  return [...workspaces.values()].map(({ tenantId, network }) => ({
    tenantId,
    network,
    ids: transfers
      .filter((transfer) => transfer.tenantId === tenantId && transfer.network === network)
      .flatMap(({ source, destination }) => [source.addressId, destination.addressId]),
  }));
}
