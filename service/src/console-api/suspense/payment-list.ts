import Type, { type Static } from "typebox";
import { findAddresses } from "../../addresses/index.ts";
import type { Session } from "../../db/database.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import type { Principal } from "../../http/principal.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { parseId } from "../../kernel/id.ts";
import { readIdFragment } from "../../kernel/id-fragment.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import {
  type KeepPayments,
  listPayments,
  maxPaymentsSearched,
  newestPayments,
  type PaymentList,
  PaymentSchema,
  type PaymentScope,
  type PaymentSearch,
  type PaymentSort,
  paymentFilterQuery,
  paymentsAtOnce,
  presentPayment,
  readPaymentFilter,
  type StoredPayment,
  shownStatus,
  streamPayments,
  totalPayments,
} from "../../payments/index.ts";
import { railCode, readAmount } from "../../transfers/index.ts";
import { nameAccounts } from "../accounts/account-names.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead, workspacePath } from "../console-route.ts";
import { csvResponse } from "../lists/csv-response.ts";
import {
  ListSummarySchema,
  type ListTotal,
  maxCounted,
  maxCountedRare,
  summarizeList,
  type Totals,
} from "../lists/list-summary.ts";

const maxPagesSearched = Math.ceil(maxPaymentsSearched / paymentsAtOnce);

/** Payments of all accounts of a workspace: as pages, as a file, and in numbers. */
export function paymentListRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listRoute(deps), summaryRoute(deps), exportRoute(deps)];
}

const filterQuery = {
  ...paymentFilterQuery,
  account_id: Type.Optional(IdSchema),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        "Payment id or its end, amount, reason code, or part of a counterparty or reference. Texts are sealed: " +
        `${maxPaymentsSearched} payments are searched for a page, and the next page continues there.`,
    }),
  ),
};
const sortQuery = {
  sort: Type.Optional(
    Type.Enum(["-created_at", "created_at", "-amount", "amount"], {
      default: "-created_at",
      description: "A minus sign sorts in descending order.",
    }),
  ),
};
const FilterQuery = strictObject(filterQuery);
const FileQuery = strictObject({ ...filterQuery, ...sortQuery });
const ListQuery = strictObject({ ...filterQuery, ...sortQuery, ...pageQuery });

export const WorkspacePaymentSchema = named(
  "WorkspacePayment",
  Type.Object({
    payment: PaymentSchema,
    account: Type.Object({ id: IdSchema, name: nullableString() }),
    counterparty: nullableString({
      description: "The sender, or the name of the bank account that is used.",
    }),
    is_held: Type.Boolean({ description: "Received, and under review by the operator." }),
  }),
);

type WorkspacePayment = Static<typeof WorkspacePaymentSchema>;

const ListSchema = named(
  "WorkspacePaymentList",
  Type.Object({ payments: Type.Array(WorkspacePaymentSchema), pagination: PaginationSchema }),
);

function listRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${workspacePath}/payments`, {
    operationId: "listWorkspacePayments",
    summary: "List payments of all accounts",
    access: { permission: "payments:read" },
    query: ListQuery,
    response: { description: "A page of payments.", schema: ListSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const principal = principalOf(request);
      const list = await listOf(deps, principal, request.query);
      const { items, pagination } = await listPayments(deps, { ...list, page: request.page() });
      return { payments: await presentPayments(deps.database, principal, items), pagination };
    },
  });
}

function summaryRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${workspacePath}/payments/summary`, {
    operationId: "summarizeWorkspacePayments",
    summary: "Count and add up the payments of all accounts",
    description: `Counts stop at ${maxCounted}: the newest payments. For a text, ${maxPaymentsSearched} are searched.`,
    access: { permission: "payments:read" },
    query: FilterQuery,
    response: { description: "Count, sums, and counts by status.", schema: ListSummarySchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const list = await listOf(deps, principalOf(request), request.query);
      const matches = list.keep === undefined ? undefined : await totalMatches(deps, list);
      return summarizeList({
        statuses: paymentFilterQuery.status.enum,
        status: list.filter.status,
        limit: list.filter.search?.kind === "reason" ? maxCountedRare : maxCounted,
        load: async (status, limit) => {
          if (matches !== undefined) return ofStatus(matches, status);
          const known = paymentFilterQuery.status.enum.find((each) => each === status);
          const filter = { ...list.filter, status: known };
          const { totals, isComplete } = await totalPayments(deps.database, { ...list, filter }, limit);
          return { totals: totals.map((total) => ({ ...total, currency: usd.code })), isComplete };
        },
        format: (units) => formatAmount({ units, asset: usd }),
        unmoved: ["failed", "returned"],
      });
    },
  });
}

/** Totals of the payments with a text, regardless of their status. */
async function totalMatches(deps: ConsoleDeps, list: UnpagedList): Promise<Totals> {
  const totals: ListTotal[] = [];
  let pages = 0;
  const all = { ...list, filter: { ...list.filter, status: undefined } };
  for await (const payments of streamPayments(deps, all)) {
    for (const payment of payments)
      totals.push({
        status: shownStatus(payment),
        direction: payment.direction,
        currency: usd.code,
        count: 1,
        units: payment.amountCents,
      });
    pages += 1;
    if (pages >= maxPagesSearched) return { totals, isComplete: false };
  }
  return { totals, isComplete: true };
}

function ofStatus({ totals, isComplete }: Totals, status: string | undefined): Totals {
  return {
    totals: totals.filter((total) => status === undefined || total.status === status),
    isComplete,
  };
}

function exportRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${workspacePath}/payments.csv`, {
    operationId: "exportWorkspacePayments",
    summary: "Export the payments of all accounts",
    description: "The whole list as CSV (RFC 4180).",
    access: { permission: "payments:read" },
    query: FileQuery,
    response: { description: "The payments.", mediaType: "text/csv", schema: Type.String() },
    refusals: ["not_found"],
    respond: async (request) => {
      const principal = principalOf(request);
      const list = await listOf(deps, principal, request.query);
      return csvResponse({
        name: `payments-${principal.network}`,
        now: deps.clock.now(),
        columns: paymentColumns,
        pages: cellsOf(deps, principal, streamPayments(deps, list)),
      });
    },
  });
}

async function* cellsOf(
  { database }: ConsoleDeps,
  principal: Principal,
  pages: AsyncIterable<readonly StoredPayment[]>,
) {
  for await (const payments of pages)
    yield (await presentPayments(database, principal, payments)).map(paymentCells);
}

type UnpagedList = Omit<PaymentList, "page">;

/**
 * A reference or trace number can look like an amount, a code, or a part of an id. A text that finds nothing as such is
 * searched in the payments.
 */
async function listOf(
  { database }: ConsoleDeps,
  principal: Principal,
  query: Static<typeof FileQuery>,
): Promise<UnpagedList> {
  const text = query.search?.trim() ?? "";
  const search = text === "" ? undefined : readSearch(text);
  const list = {
    principal,
    accountId: query.account_id,
    filter: { ...readPaymentFilter(query), search },
    sort: readSort(query),
  };
  if (text === "" || search?.kind === "id") return list;
  if (search !== undefined && (await hasAny(database, list))) return list;
  const filter = { ...list.filter, search: undefined };
  return { ...list, filter, keep: keepMatches(database, principal, text) };
}

/** Regardless of status and rail, so that the tabs of a list agree on how its text is read. */
async function hasAny(database: Session, list: UnpagedList): Promise<boolean> {
  const { search, createdAfter, createdBefore } = list.filter;
  const filter = { search, createdAfter, createdBefore };
  return (await totalPayments(database, { ...list, filter }, 1)).totals.length > 0;
}

/** Undefined for texts, which are sealed and have no index. */
function readSearch(text: string): PaymentSearch | undefined {
  const id = parseId<"payment">(text);
  if (id !== undefined) return { kind: "id", id: id.toUpperCase() };
  const cents = readAmount(text)?.cents;
  if (cents !== undefined) return { kind: "amount", cents };
  if (railCode.test(text)) return { kind: "reason", code: text.toUpperCase() };
  const fragment = readIdFragment(text);
  // A name can look like the end of an id; the end of an id has a digit.
  return fragment !== undefined && /\d/.test(text) ? { kind: "fragment", fragment } : undefined;
}

export interface PaymentTextDeps {
  readonly database: Session;
  readonly keyRing: ConsoleDeps["keyRing"];
}

interface TextSearch extends PaymentScope {
  readonly text: string;
  readonly limit: number;
}

/** Of the newest payments of a workspace, those with this text in the counterparty or a reference. */
export async function searchPaymentTexts(
  deps: PaymentTextDeps,
  { text, limit, ...scope }: TextSearch,
): Promise<readonly WorkspacePayment[]> {
  const found = await keepMatches(deps.database, scope, text)(await newestPayments(deps, scope));
  return presentPayments(deps.database, scope, found.slice(0, limit));
}

function keepMatches(
  database: Session,
  scope: Pick<PaymentScope, "tenantId" | "network">,
  text: string,
): KeepPayments {
  const lowerCase = text.toLowerCase();
  return async (payments) => {
    const names = await addressNamesOf(database, scope, payments);
    return payments.filter((payment) => {
      const { paymentReference, imad, traceNumber, senderBankName } = payment.details;
      const texts = [counterpartyOf(payment, names), paymentReference, imad, traceNumber, senderBankName];
      return texts.some((each) => each?.toLowerCase().includes(lowerCase) === true);
    });
  };
}

type Names = ReadonlyMap<string, string>;

async function addressNamesOf(
  session: Session,
  scope: Pick<PaymentScope, "tenantId" | "network">,
  payments: readonly StoredPayment[],
): Promise<Names> {
  const ids = payments.flatMap(({ addressId }) => (addressId === undefined ? [] : [addressId]));
  const addresses = ids.length === 0 ? [] : await findAddresses(session, scope, ids);
  return new Map(addresses.map(({ id, name }) => [id, name]));
}

function counterpartyOf({ details, addressId }: StoredPayment, names: Names): string | undefined {
  return details.senderName ?? names.get(addressId ?? "");
}

function readSort({ sort = "-created_at" }: Static<typeof FileQuery>): PaymentSort {
  return { by: sort.endsWith("amount") ? "amount" : "created", isDescending: sort.startsWith("-") };
}

export async function presentPayments(
  session: Session,
  { tenantId, network }: Pick<PaymentScope, "tenantId" | "network">,
  payments: readonly StoredPayment[],
): Promise<readonly WorkspacePayment[]> {
  const [names, addressNames] = await Promise.all([
    nameAccounts(session, payments),
    addressNamesOf(session, { tenantId, network }, payments),
  ]);
  return payments.map((payment) => {
    const id = payment.accountId ?? payment.tenantId;
    return {
      payment: presentPayment(payment),
      account: { id, name: names.get(id)?.name ?? null },
      counterparty: counterpartyOf(payment, addressNames) ?? null,
      is_held: payment.hold !== undefined,
    };
  });
}

const paymentColumns: readonly string[] = [
  "id",
  "created_at",
  "status",
  "is_held",
  "direction",
  "type",
  "amount",
  "currency",
  "counterparty",
  "reference",
  "account_id",
  "account_name",
  "transfer_id",
  "automation_id",
  "reason_code",
  "imad",
  "trace_number",
  "updated_at",
];

/** A payment as a line of CSV. */
function paymentCells({ payment, account, counterparty, is_held }: WorkspacePayment): readonly string[] {
  const { details } = payment;
  const { reason } = details;
  return [
    payment.id,
    payment.inserted_at,
    payment.status,
    String(is_held),
    payment.direction,
    payment.type,
    payment.amount.value,
    payment.amount.currency,
    counterparty ?? "",
    details.payment_reference ?? "",
    account.id,
    account.name ?? "",
    payment.transfer_id ?? "",
    payment.automation_id ?? "",
    reason === null ? "" : typeof reason === "string" ? reason : reason.code,
    details.imad ?? "",
    details.trace_number ?? "",
    payment.updated_at,
  ];
}
