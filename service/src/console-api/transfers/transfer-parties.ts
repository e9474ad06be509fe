import Type, { type Static } from "typebox";
import { findAddresses } from "../../addresses/index.ts";
import type { Session } from "../../db/database.ts";
import { named, nullableString } from "../../http/schemas.ts";
import type { StoredPayment } from "../../payments/index.ts";
import type { Transfer } from "../../transfers/index.ts";

const PartySchema = named(
  "TransferParty",
  Type.Object({
    name: nullableString({
      description: "The client's name of the address, or the sender of an incoming payment.",
    }),
    address: nullableString({ description: "Chain address; null for a bank account." }),
  }),
);

/** Source and destination of a transfer by name. */
export const TransferPartiesSchema = named(
  "TransferParties",
  Type.Object({ source: PartySchema, destination: PartySchema }),
);

/** `payments` are those of the transfer: the sender of an incoming wire is known once it has arrived. */
export async function namePartiesOf(
  database: Session,
  { tenantId, network, source, destination }: Transfer,
  payments: readonly StoredPayment[],
): Promise<Static<typeof TransferPartiesSchema>> {
  const ids = [source.addressId, destination.addressId].flatMap((id) => id ?? []);
  const addresses = await findAddresses(database, { tenantId, network }, ids);
  const partyOf = (end: Transfer["source"] | Transfer["destination"]) => {
    const payment = end.medium === "bank" ? payments.find(({ id }) => id === end.paymentId) : undefined;
    const name = addresses.find(({ id }) => id === end.addressId)?.name ?? payment?.details.senderName;
    return { name: name ?? null, address: end.medium === "chain" ? end.address : null };
  };
  return { source: partyOf(source), destination: partyOf(destination) };
}
