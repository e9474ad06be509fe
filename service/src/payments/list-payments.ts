import { requireVisibleAccount } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import { continueAt, cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import type { Principal } from "../http/principal.ts";
import { assert } from "../kernel/assert.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { type AccountId, parseId, tenantOf } from "../kernel/id.ts";
import { addMs, formatInstant, type Instant, parseInstant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import {
  newestFirst,
  type PaymentFilter,
  type PaymentPosition,
  type PaymentSlice,
  type PaymentSort,
  selectEndOfWalk,
  selectPaymentsOf,
  selectPaymentTotals,
} from "./list-store.ts";
import type { PaymentScope } from "./payments.ts";
import { selectPayment, selectPayments } from "./store.ts";
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
  /** Newest first unless it says otherwise. */
  readonly sort?: PaymentSort;
  /** Keeps those whose sealed texts match; as many are read as `maxSearched`, and the next page continues there. */
  readonly keep?: KeepPayments;
}

export type KeepPayments = (payments: readonly StoredPayment[]) => Promise<readonly StoredPayment[]>;

/** Payments that are read for one page, if its filters have no index; the next page continues there. */
const maxWalked = 10_000;

/** Payments that are opened to search their texts, for one page. */
export const maxSearched = 1_000;
/** Payments of one read. */
export const searchedAtOnce = 500;

/** A page of payments. */
export async function listPayments({ database, keyRing }: ReadPaymentsDeps, list: PaymentList) {
  const { principal, filter, page, sort = newestFirst, keep } = list;
  const slice = {
    tenantId: principal.tenantId,
    network: principal.network,
    accountId: await visibleAccountId(database, list),
    filter,
    sort,
    direction: page.direction,
    position: page.position === undefined ? undefined : readPosition(page.position),
    limit: rowsToFetch(page),
  };
  if (keep !== undefined) return searchPayments({ database, keyRing }, slice, { page, keep });
  // The payments of one account are few.
  const walkEnd =
    slice.accountId === undefined ? await selectEndOfWalk(database, slice, maxWalked) : undefined;
  const rows = await selectPaymentsOf(keyRing, database, { ...slice, walkEnd });
  const cut = cutPage(rows, page, writePosition);
  return walkEnd === undefined || rows.length === slice.limit
    ? cut
    : continueAt(cut, page, writePosition(walkEnd));
}

/** Reads on until the page is full. If the limit comes first, the next page begins after the last payment read. */
async function searchPayments(
  { database, keyRing }: ReadPaymentsDeps,
  slice: PaymentSlice,
  { page, keep }: { readonly page: PageRequest; readonly keep: KeepPayments },
) {
  const kept: StoredPayment[] = [];
  let { position } = slice;
  let isAtEnd = false;
  for (let read = 0; read < maxSearched && kept.length < slice.limit && !isAtEnd; read += searchedAtOnce) {
    const limit = searchedAtOnce;
    const rows = await selectPaymentsOf(keyRing, database, { ...slice, position, limit });
    kept.push(...(await keep(rows)));
    position = rows.at(-1) ?? position;
    isAtEnd = rows.length < limit;
  }
  const cut = cutPage(kept.slice(0, slice.limit), page, writePosition);
  const isCutShort = !isAtEnd && kept.length < slice.limit && position !== undefined;
  return isCutShort && position !== undefined ? continueAt(cut, page, writePosition(position)) : cut;
}

/** Everything that a list contains, read page by page. */
export async function* streamPayments(
  { database, keyRing }: ReadPaymentsDeps,
  list: Omit<PaymentList, "page">,
): AsyncGenerator<readonly StoredPayment[]> {
  const { principal, filter, sort = newestFirst, keep = async (rows) => rows } = list;
  const accountId = await visibleAccountId(database, list);
  const scope = { tenantId: principal.tenantId, network: principal.network, accountId, filter, sort };
  let position: StoredPayment | undefined;
  do {
    const limit = searchedAtOnce;
    const rows: readonly StoredPayment[] = await selectPaymentsOf(keyRing, database, {
      ...scope,
      direction: "after",
      position,
      limit,
    });
    yield await keep(rows);
    position = rows.length < limit ? undefined : rows.at(-1);
  } while (position !== undefined);
}

export interface OutgoingPayments extends Pick<PaymentScope, "tenantId" | "network"> {
  readonly createdFrom: Instant;
  readonly createdBefore: Instant;
}

/** All outgoing payments of a tenant in a period, oldest first, read page by page. */
export async function* streamOutgoing(
  { database, keyRing }: ReadPaymentsDeps,
  { tenantId, network, createdFrom, createdBefore }: OutgoingPayments,
): AsyncGenerator<readonly StoredPayment[]> {
  const filter = { direction: "outbound", createdAfter: addMs(createdFrom, -1), createdBefore } as const;
  const sort = { by: "created", isDescending: false } as const;
  const scope = { tenantId, network, accountId: undefined, filter, sort, direction: "after" } as const;
  let position: StoredPayment | undefined;
  do {
    const slice = { ...scope, position, limit: searchedAtOnce };
    const rows: readonly StoredPayment[] = await selectPaymentsOf(keyRing, database, slice);
    yield rows;
    position = rows.length < searchedAtOnce ? undefined : rows.at(-1);
  } while (position !== undefined);
}

/** The newest payments of a workspace, to search their texts. */
export function newestPayments(
  { database, keyRing }: ReadPaymentsDeps,
  scope: Pick<PaymentScope, "tenantId" | "network">,
): Promise<readonly StoredPayment[]> {
  return selectPaymentsOf(keyRing, database, {
    ...scope,
    accountId: undefined,
    filter: {},
    sort: newestFirst,
    direction: "after",
    position: undefined,
    limit: searchedAtOnce,
  });
}

/** Count and sum of the newest payments of a list, by status and direction. */
export async function totalPayments(
  session: Session,
  list: Pick<PaymentList, "principal" | "accountId" | "filter">,
  limit: number,
) {
  const { tenantId, network } = list.principal;
  const accountId = await visibleAccountId(session, list);
  return selectPaymentTotals(session, { tenantId, network, accountId, filter: list.filter, limit });
}

function writePosition({ id, amountCents, insertedAt }: PaymentPosition): string {
  return `${id}/${amountCents}/${formatInstant(insertedAt)}`;
}

/** Cursors are signed, so their content can be trusted. */
function readPosition(text: string): PaymentPosition {
  const [place = "", cents = "", time = ""] = text.split("/");
  const id = parseId<"payment">(place);
  const insertedAt = parseInstant(time);
  assert(id !== undefined && insertedAt !== undefined, "the position was written by writePosition");
  return { id, amountCents: BigInt(cents), insertedAt };
}

/** All accounts of the tenant are visible only to principals of its managing account. */
async function visibleAccountId(
  session: Session,
  { principal, accountId }: Pick<PaymentList, "principal" | "accountId">,
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
