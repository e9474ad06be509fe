import { type Account, requireVisibleAccount } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import { type ApiRequest, principalOf } from "../http/route.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Address } from "./address.ts";
import { findAddress } from "./find-address.ts";
import type { AccountScope } from "./store.ts";

/** The account and the address in the path of a request. */
export interface RequestedAddress {
  readonly principal: Principal;
  readonly accountId: string;
  readonly addressId: string;
}

export function requestedOf(request: ApiRequest): RequestedAddress {
  const { account_id: accountId = "", address_id: addressId = "" } = request.params;
  return { principal: principalOf(request), accountId, addressId };
}

/** The account of a path, as the scope of its addresses. */
export async function requireAccountScope(
  session: Session,
  principal: Principal,
  accountId: string,
): Promise<AccountScope> {
  return scopeOf(await requireVisibleAccount(session, principal, accountId), principal);
}

/** The scope for a new address, which requires a complete account. */
export async function requireCompleteAccount(
  session: Session,
  principal: Principal,
  accountId: string,
): Promise<AccountScope> {
  const account = await requireVisibleAccount(session, principal, accountId);
  if (account.status === "complete") return scopeOf(account, principal);
  const detail = `addresses require a complete account; this one is ${account.status}`;
  throw new RefusalError(refuse("unprocessable", detail));
}

/** Addresses of other accounts are not found. */
export async function requireAddress(session: Session, requested: RequestedAddress): Promise<Address> {
  const { principal, addressId } = requested;
  const scope = await requireAccountScope(session, principal, requested.accountId);
  const address = await findAddress(session, { ...scope, addressId });
  if (address?.accountId === scope.accountId) return address;
  throw new RefusalError(refuse("not_found", "there is no address with this id"));
}

function scopeOf({ tenantId, id }: Account, { network }: Principal): AccountScope {
  return { tenantId, network, accountId: id };
}
