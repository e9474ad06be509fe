import Type, { type Static } from "typebox";
import { requireVisibleAccount } from "../../accounts/index.ts";
import { findAddresses } from "../../addresses/index.ts";
import type { Session } from "../../db/database.ts";
import type { ListQuery } from "../../db/list-definition.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import type { Principal } from "../../http/principal.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { parseId, tenantOf } from "../../kernel/id.ts";
import { readIdFragment } from "../../kernel/id-fragment.ts";
import {
  type KeepPayments,
  maxPaymentsSearched,
  newestPayments,
  type PaymentQuery,
  PaymentSchema,
  type PaymentScope,
  type PaymentSearch,
  paymentFilterQuery,
  paymentList,
  paymentRows,
  presentPayment,
  readPaymentFilter,
  type StoredPayment,
} from "../../payments/index.ts";
import { railCode, readAmount } from "../../transfers/index.ts";
import { nameAccounts } from "../accounts/account-names.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList, workspacePath } from "../console-route.ts";
import { maxCounted, maxCountedRare } from "../lists/list-summary.ts";

const Query = strictObject({
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
  sort: Type.Optional(
    Type.Enum(["-created_at", "created_at", "-amount", "amount"], {
      default: "-created_at",
      description: "A minus sign sorts in descending order.",
    }),
  ),
  ...pageQuery,
});

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

/** Payments of all accounts of a workspace. */
export function listPaymentsRoute({ database, keyRing }: ConsoleDeps): Route {
  return consoleList(`GET ${workspacePath}/payments`, {
    operationId: "listWorkspacePayments",
    summary: "List payments of all accounts",
    access: { permission: "payments:read" },
    query: Query,
    response: { description: "A page of payments.", schema: ListSchema },
    refusals: ["not_found"],
    list: {
      session: database,
      rows: paymentRows(keyRing),
      filters: (request) => readFilters(database, principalOf(request), request.query),
      name: "payments",
      present: (payments, request) => presentPayments(database, principalOf(request), payments),
      status: "status",
      file: {
        operationId: "exportWorkspacePayments",
        summary: "Export the payments of all accounts",
        content: "The payments.",
        nameOf: (request) => `payments-${principalOf(request).network}`,
        columns: paymentColumns,
        cells: paymentCells,
      },
      counts: {
        operationId: "summarizeWorkspacePayments",
        summary: "Count and add up the payments of all accounts",
        description: `Counts stop at ${maxCounted}: the newest payments. For a text, ${maxPaymentsSearched} are searched.`,
        unmoved: ["failed", "returned"],
        limit: ({ query: { search = "" } }) =>
          readSearch(search.trim())?.kind === "reason" ? maxCountedRare : maxCounted,
      },
    },
  });
}

/**
 * A reference or trace number can look like an amount, a code, or a part of an id. A text that finds nothing as such is
 * searched in the payments.
 */
async function readFilters(
  database: Session,
  principal: Principal,
  query: Static<typeof Query>,
): Promise<ListQuery<PaymentQuery>> {
  const { tenantId, network } = principal;
  const text = query.search?.trim() ?? "";
  const search = text === "" ? undefined : readSearch(text);
  const accountId = await visibleAccountId(database, principal, query.account_id);
  const filters = { tenantId, network, accountId, ...readPaymentFilter(query), search };
  if (text === "" || search?.kind === "id") return filters;
  if (search !== undefined && (await hasAny(database, filters))) return filters;
  return { ...filters, search: undefined, keep: keepMatches(database, principal, text) };
}

/** All accounts of the tenant are visible only to principals of its managing account. */
async function visibleAccountId(session: Session, principal: Principal, accountId: string | undefined) {
  if (accountId !== undefined) return (await requireVisibleAccount(session, principal, accountId)).id;
  assert(tenantOf(principal.accountId) === principal.tenantId, "a managed account sees its own payments");
  return undefined;
}

/** Regardless of status and rail, so that the tabs of a list agree on how its text is read. */
async function hasAny(database: Session, query: ListQuery<PaymentQuery>): Promise<boolean> {
  const { tenantId, network, accountId, search, createdAfter, createdBefore } = query;
  const anyOfThem = { tenantId, network, accountId, search, createdAfter, createdBefore };
  return (await paymentList.totals(database, anyOfThem, 1)).totals.length > 0;
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
