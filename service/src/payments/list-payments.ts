import { requireVisibleAccount } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import type { ListQuery, ListTotal, Totals } from "../db/list-definition.ts";
import type { RowSource } from "../http/list-route.ts";
import type { Principal } from "../http/principal.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { type Network, parseId, type TenantId } from "../kernel/id.ts";
import { addMs, type Instant } from "../kernel/instant.ts";
import { usd } from "../kernel/money.ts";
import { continueAt, cutPage, type Page, type PageRequest, rowsToFetch } from "../kernel/page.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { heldPayments, latestPayments, type PaymentFilters, paymentList } from "./payment-lists.ts";
import { fromRow } from "./payment-row.ts";
import type { PaymentScope } from "./payments.ts";
import { selectPayment, selectPayments } from "./store.ts";
import type { StoredPayment } from "./stored-payment.ts";
import { shownStatus } from "./stored-payment.ts";

export interface ReadPaymentsDeps {
  readonly database: Session;
  readonly keyRing: KeyRing;
}

export interface PaymentQuery extends PaymentFilters {
  /** Keeps those whose sealed texts match; as many are read as `maxSearched`, and the next page continues there. */
  readonly keep?: KeepPayments | undefined;
}

export type KeepPayments = (payments: readonly StoredPayment[]) => Promise<readonly StoredPayment[]>;

/** Payments that are opened to search their texts, for one page. */
export const maxSearched = 1_000;
/** Payments of one read. */
const searchedAtOnce = 500;

/** Payments of a tenant, opened. */
export function paymentRows(keyRing: KeyRing): RowSource<PaymentQuery, StoredPayment> {
  return {
    first: paymentList.first,
    shared: paymentList.shared,
    page: async (session, { keep, ...query }, page) => {
      if (keep !== undefined) return searchPage({ database: session, keyRing }, query, { page, keep });
      // The payments of one account are few.
      const maxRead = query.accountId === undefined ? undefined : Number.POSITIVE_INFINITY;
      const { items, pagination } = await paymentList.page(session, query, page, maxRead);
      return { items: items.map((row) => fromRow(keyRing, row)), pagination };
    },
    totals: (session, { keep, ...query }, limit) =>
      keep === undefined
        ? paymentList.totals(session, query, limit)
        : totalMatches({ database: session, keyRing }, query, keep),
  };
}

/** Held payments of every tenant, opened, oldest first. */
export const heldPaymentRows = (keyRing: KeyRing) => heldPayments.map((row) => fromRow(keyRing, row));

/** Payments of every tenant, opened, newest first. */
export const latestPaymentRows = (keyRing: KeyRing) => latestPayments.map((row) => fromRow(keyRing, row));

/** Reads on until the page is full. If the limit comes first, the next page begins after the last payment read. */
async function searchPage(
  deps: ReadPaymentsDeps,
  query: ListQuery<PaymentFilters>,
  { page, keep }: { readonly page: PageRequest; readonly keep: KeepPayments },
): Promise<Page<StoredPayment>> {
  const kept: StoredPayment[] = [];
  const { direction } = page;
  const limit = rowsToFetch(page);
  let { position } = page;
  let isAtEnd = false;
  for (let read = 0; read < maxSearched && kept.length < limit && !isAtEnd; read += searchedAtOnce) {
    const found = await readOpened(deps, query, { direction, position });
    kept.push(...(await keep(found.items)));
    position = found.position ?? position;
    isAtEnd = found.isAtEnd;
  }
  const positionOf = ({ reason, ...payment }: StoredPayment): string =>
    paymentList.positionOf({ ...payment, reasonCode: reason?.code }, query);
  const cut = cutPage(kept.slice(0, limit), page, positionOf);
  return isAtEnd || kept.length >= limit || position === undefined ? cut : continueAt(cut, page, position);
}

async function readOpened(
  { database, keyRing }: ReadPaymentsDeps,
  query: ListQuery<PaymentFilters>,
  place: { readonly direction?: "after" | "before"; readonly position?: string | undefined },
) {
  const { items, positions, stoppedAt } = await paymentList.read(database, query, {
    ...place,
    limit: searchedAtOnce,
  });
  return {
    items: items.map((row) => fromRow(keyRing, row)),
    position: stoppedAt ?? positions.at(-1),
    isAtEnd: items.length < searchedAtOnce && stoppedAt === undefined,
  };
}

/** Of the payments that are searched for one page, with any status. */
async function totalMatches(
  deps: ReadPaymentsDeps,
  query: ListQuery<PaymentFilters>,
  keep: KeepPayments,
): Promise<Totals> {
  const totals: ListTotal[] = [];
  let position: string | undefined;
  let isAtEnd = false;
  for (let read = 0; read < maxSearched && !isAtEnd; read += searchedAtOnce) {
    const found = await readOpened(deps, query, { position });
    for (const payment of await keep(found.items)) totals.push(totalOf(payment));
    position = found.position;
    isAtEnd = found.isAtEnd;
  }
  return { totals, isComplete: isAtEnd, isOfAllStatuses: true };
}

function totalOf(payment: StoredPayment): ListTotal {
  const { direction, amountCents } = payment;
  return {
    status: shownStatus(payment),
    direction,
    currency: usd.code,
    count: 1,
    units: amountCents * unitsPerCent,
  };
}

/** As totals of lists have them. */
const unitsPerCent = 10_000n;

export interface OutgoingPayments {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly createdFrom: Instant;
  readonly createdBefore: Instant;
}

/** All outgoing payments of a tenant in a period, oldest first. */
export async function* streamOutgoing(
  { database, keyRing }: ReadPaymentsDeps,
  { createdFrom, ...query }: OutgoingPayments,
): AsyncGenerator<readonly StoredPayment[]> {
  const sort = { by: "created", isDescending: false };
  const createdAfter = addMs(createdFrom, -1);
  for await (const rows of paymentList.stream(database, {
    ...query,
    createdAfter,
    direction: "outbound",
    sort,
  }))
    yield rows.map((row) => fromRow(keyRing, row));
}

/** The newest payments of a workspace, to search their texts. */
export async function newestPayments(
  deps: ReadPaymentsDeps,
  { tenantId, network }: Pick<PaymentScope, "tenantId" | "network">,
): Promise<readonly StoredPayment[]> {
  return (await readOpened(deps, { tenantId, network }, {})).items;
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
