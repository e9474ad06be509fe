import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import type { Network } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Address } from "./address.ts";
import type { AddressReaders } from "./address-readers.ts";
import { type AccountScope, type AddressFilter, selectAddressesOf } from "./store.ts";

/** An account with more addresses than this is listed in pages. */
export const maxUnpaged = 5_000;

/** Every address that fits, newest first. */
export async function listAllAddresses(
  session: Session,
  scope: AccountScope,
  filter: AddressFilter,
): Promise<readonly Address[]> {
  const slice = { direction: "after", position: undefined, limit: maxUnpaged + 1 } as const;
  const addresses = await selectAddressesOf(session, scope, filter, slice);
  if (addresses.length <= maxUnpaged) return addresses;
  const detail = `there are more than ${maxUnpaged} addresses; ask for them in pages, with page[size]`;
  throw new RefusalError(refuse("unprocessable", detail));
}

/** A page of them, newest first. */
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

/** The text of an address as it is stored. In hexadecimal the case is only a check, so any case finds it. */
export function storedForm(
  { chains }: { readonly chains: AddressReaders },
  network: Network,
  text: string,
): string {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return text;
  const verdict = chains.get(network, "ethereum").parseAddress(text.toLowerCase());
  return verdict.ok ? verdict.address : text;
}
