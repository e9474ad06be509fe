import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import type { Network } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Address } from "./address.ts";
import type { AddressReaders } from "./address-readers.ts";
import { type AccountScope, type AddressFilter, selectAddressesOf } from "./store.ts";

/** An account with more addresses than this requires pages. */
export const maxUnpaged = 5_000;

/** Every matching address, newest first. */
export async function listAllAddresses(
  session: Session,
  scope: AccountScope,
  filter: AddressFilter,
): Promise<readonly Address[]> {
  const slice = { direction: "after", position: undefined, limit: maxUnpaged + 1 } as const;
  const addresses = await selectAddressesOf(session, scope, filter, slice);
  if (addresses.length <= maxUnpaged) return addresses;
  const detail = `there are more than ${maxUnpaged} addresses; use pages with page[size]`;
  throw new RefusalError(refuse("unprocessable", detail));
}

/** A page of addresses, newest first. */
export async function listAddressPage(
  session: Session,
  scope: AccountScope,
  filter: AddressFilter,
  page: PageRequest,
) {
  const { direction, position } = page;
  const slice = { direction, position, limit: rowsToFetch(page) };
  return cutPage(await selectAddressesOf(session, scope, filter, slice), page, ({ id }) => id);
}

/**
 * The canonical text of an address. The case of a hexadecimal address is only a checksum, so any case matches;
 * a muxed address is found by its account.
 */
export function storedForm(
  { chains }: { readonly chains: AddressReaders },
  network: Network,
  text: string,
): string {
  const isHex = /^0x[0-9a-f]{40}$/i.test(text);
  const isMuxed = /^M[A-Z2-7]{68}$/.test(text);
  if (!isHex && !isMuxed) return text;
  const reader = chains.get(network, isHex ? "ethereum" : "stellar");
  const outcome = reader.parseAddress(isHex ? text.toLowerCase() : text);
  return outcome.ok ? outcome.address : text;
}
