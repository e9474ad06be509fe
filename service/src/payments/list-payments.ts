import { requireVisibleAccount } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import type { Principal } from "../http/principal.ts";
import { assert } from "../kernel/assert.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { type AccountId, parseId, tenantOf } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { type PaymentFilter, selectPayment, selectPayments, selectPaymentsOf } from "./store.ts";
import type { StoredPayment } from "./stored-payment.ts";

export interface ReadPaymentsDeps {
  readonly database: Session;
  readonly keyRing: KeyRing;
}

export interface PaymentList {
  readonly principal: Principal;
  /** Undefined for the principal's account and all accounts that it manages. */
  readonly accountId: string | undefined;
  readonly filter: PaymentFilter;
  readonly page: PageRequest;
}

/** A page of payments, newest first. */
export async function listPayments({ database, keyRing }: ReadPaymentsDeps, list: PaymentList) {
  const { principal, filter, page } = list;
  const rows = await selectPaymentsOf(keyRing, database, {
    tenantId: principal.tenantId,
    network: principal.network,
    accountId: await visibleAccountId(database, list),
    filter,
    direction: page.direction,
    position: page.position,
    limit: rowsToFetch(page),
  });
  return cutPage(rows, page, ({ id }) => id);
}

/** All accounts of the tenant are visible only to principals of its managing account. */
async function visibleAccountId(
  session: Session,
  { principal, accountId }: PaymentList,
): Promise<AccountId | undefined> {
  if (accountId !== undefined) return (await requireVisibleAccount(session, principal, accountId)).id;
  assert(tenantOf(principal.accountId) === principal.tenantId, "a managed account sees its own payments");
  return undefined;
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
  if (payment === undefined) throw new RefusalError(refuse("not_found", "there is no payment with this id"));
  return payment;
}

/** One payment of any account of the tenant, or 404; for principals of its managing account. */
export async function getPaymentOfTenant(
  { database, keyRing }: ReadPaymentsDeps,
  { principal, id: text }: Omit<PaymentName, "accountId">,
): Promise<StoredPayment> {
  const id = parseId<"payment">(text);
  const found = id === undefined ? [] : await selectPayments(keyRing, database, principal, [id]);
  const payment = found.find(({ accountId }) => accountId !== undefined);
  if (payment === undefined) throw new RefusalError(refuse("not_found", "there is no payment with this id"));
  return payment;
}
