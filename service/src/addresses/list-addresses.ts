import type { RowSource } from "../http/list-route.ts";
import type { ApiRequest } from "../http/route.ts";
import type { Network } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Address } from "./address.ts";
import type { AddressReaders } from "./address-readers.ts";
import { type AccountScope, type AddressFilter, addressList } from "./store.ts";

/** An account with more addresses than this requires pages. */
export const maxUnpaged = 5_000;

export interface AddressQuery extends AccountScope, AddressFilter {
  /** Undefined for every address at once. */
  readonly isPaged?: true | undefined;
}

/** Addresses of an account, newest first. */
export const addressRows: RowSource<AddressQuery, Address> = {
  first: addressList.first,
  shared: addressList.shared,
  page: async (session, { isPaged, ...query }, page) => {
    if (isPaged === true) return addressList.page(session, query, page);
    const { items } = await addressList.read(session, query, { limit: maxUnpaged + 1 });
    const pagination = { page_size: items.length, next: null, prev: null };
    if (items.length <= maxUnpaged) return { items, pagination };
    const detail = `there are more than ${maxUnpaged} addresses; use pages with page[size]`;
    throw new RefusalError(refuse("unprocessable", detail));
  },
  totals: (session, query, limit) => addressList.totals(session, query, limit),
};

/** The console's list has an order and a period, too. */
const pagedBy = /^(?:page\[|sort$|created_)/;

/** Whether a request names a page: if not, its response has everything, without pagination. */
export function isPaged({ query }: Pick<ApiRequest, "query">): true | undefined {
  return Object.keys(query as object).some((name) => pagedBy.test(name)) || undefined;
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
