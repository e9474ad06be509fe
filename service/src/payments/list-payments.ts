import { requireVisibleAccount } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import type { Principal } from "../http/principal.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { parseId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { type PaymentFilter, selectPayment, selectPaymentsOf } from "./store.ts";
import type { StoredPayment } from "./stored-payment.ts";

export interface ReadPaymentsDeps {
  readonly database: Session;
  readonly keyRing: KeyRing;
}

export interface PaymentList {
  readonly principal: Principal;
  readonly accountId: string;
  readonly filter: PaymentFilter;
  readonly page: PageRequest;
}

/** A page of an account's payments, newest first. */
export async function listPayments({ database, keyRing }: ReadPaymentsDeps, list: PaymentList) {
  const { principal, filter, page } = list;
  const { id: accountId, tenantId } = await requireVisibleAccount(database, principal, list.accountId);
  const rows = await selectPaymentsOf(keyRing, database, {
    tenantId,
    network: principal.network,
    accountId,
    filter,
    direction: page.direction,
    position: page.position,
    limit: rowsToFetch(page),
  });
  return cutPage(rows, page, ({ id }) => id);
}

export interface PaymentName {
  readonly principal: Principal;
  readonly accountId: string;
  readonly id: string;
}

/** One payment, or 404. */
export async function getPayment(
  { database, keyRing }: ReadPaymentsDeps,
  { principal, ...name }: PaymentName,
): Promise<StoredPayment> {
  const { id: accountId, tenantId } = await requireVisibleAccount(database, principal, name.accountId);
  const id = parseId<"payment">(name.id);
  const key = { tenantId, network: principal.network, accountId };
  const payment = id === undefined ? undefined : await selectPayment(keyRing, database, { ...key, id });
  if (payment === undefined) throw new RefusalError(refuse("not_found", "there is no such payment"));
  return payment;
}
