import Type, { type Static } from "typebox";
import { displayNameOf, findAddresses, loadBankDetails } from "../../addresses/index.ts";
import type { Session } from "../../db/database.ts";
import { named, nullableString } from "../../http/schemas.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { maskedLastFour } from "../../kernel/mask.ts";
import type { StoredPayment } from "../../payments/index.ts";
import type { Transfer } from "../../transfers/index.ts";

const PartySchema = named(
  "TransferParty",
  Type.Object({
    name: nullableString({
      description: "The client's name of the address, or the sender of an incoming payment.",
    }),
    address: nullableString({ description: "Chain address; null for a bank account." }),
    owner: nullableString({ description: "Owner of the bank account." }),
    account_number: nullableString({ description: "Masked bank account number." }),
    routing_number: nullableString({ description: "ABA routing number of the bank." }),
  }),
);

/** Source and destination of a transfer by name. */
export const TransferPartiesSchema = named(
  "TransferParties",
  Type.Object({ source: PartySchema, destination: PartySchema }),
);

/** `payments` are those of the transfer: the sender of an incoming wire is known once it has arrived. */
export async function namePartiesOf(
  reader: { readonly database: Session; readonly keyRing: KeyRing },
  { tenantId, network, source, destination }: Transfer,
  payments: readonly StoredPayment[],
): Promise<Static<typeof TransferPartiesSchema>> {
  const ids = [source.addressId, destination.addressId].flatMap((id) => id ?? []);
  const addresses = await findAddresses(reader.database, { tenantId, network }, ids);
  const banks = await loadBankDetails(reader, reader.database, addresses);
  const partyOf = (end: Transfer["source"] | Transfer["destination"]) => {
    const payment = end.medium === "bank" ? payments.find(({ id }) => id === end.paymentId) : undefined;
    const address = addresses.find(({ id }) => id === end.addressId);
    const bank = address && banks.get(address.id);
    const name = address === undefined ? payment?.details.senderName : displayNameOf(address, bank);
    return {
      name: name ?? null,
      address: end.medium === "chain" ? end.address : null,
      owner: bank?.owner ?? null,
      account_number: bank === undefined ? null : maskedLastFour(bank.accountNumber),
      routing_number: bank?.routingNumber ?? null,
    };
  };
  return { source: partyOf(source), destination: partyOf(destination) };
}
