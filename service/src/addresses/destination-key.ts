import { loadOrCreateServiceKey } from "../auth/index.ts";
import type { Session } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { destinationIndexOf, loadBankDetails } from "./bank/bank-details.ts";
import { findAddresses } from "./find-address.ts";
import type { AddressScope } from "./store.ts";

/**
 * The identity of destinations, by address id: the address on a chain, and of a bank account a digest of its number. A
 * destination that is registered again, also by another account of the tenant, has the same key.
 */
export async function findDestinationKeys(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  scope: AddressScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const addresses = await findAddresses(session, scope, ids);
  const keys = new Map<string, string>();
  for (const address of addresses)
    if (address.medium === "chain") keys.set(address.id, address.onChainAddress);
  if (keys.size === addresses.length) return keys;
  const indexKey = await loadOrCreateServiceKey(session, keyRing, "bank-account-index");
  for (const [id, details] of await loadBankDetails({ keyRing }, session, addresses))
    keys.set(id, destinationIndexOf(indexKey, scope, details).toString("base64url"));
  return keys;
}
