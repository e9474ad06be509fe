import Type from "typebox";
import { PaginationSchema, pageQuery } from "../http/paging.ts";
import { principalOf, queryOf, type Route } from "../http/route.ts";
import { named, strictObject } from "../http/schemas.ts";
import { getPayment, listPayments, type ReadPaymentsDeps } from "./list-payments.ts";
import { paymentFilterQuery, readPaymentFilter } from "./payment-filter.ts";
import { examplePayment, PaymentSchema, presentPayment } from "./payment-response.ts";

const tag = {
  name: "Payments",
  description:
    "Movements of dollars through a bank: for transfers, for automations, or sent to your virtual account numbers. " +
    "`payment.completed` is sent once the money has moved.",
};

export function paymentRoutes(deps: ReadPaymentsDeps): readonly Route[] {
  return [listRoute(deps), getRoute(deps)];
}

const ListQuery = strictObject({
  ...pageQuery,
  ...paymentFilterQuery,
});

const PaymentListSchema = named(
  "PaymentList",
  Type.Object({ payments: Type.Array(PaymentSchema), pagination: PaginationSchema }),
);

function listRoute(deps: ReadPaymentsDeps): Route {
  return {
    method: "GET",
    path: "/accounts/{account_id}/payments",
    operationId: "listPayments",
    tag,
    summary: "List payments",
    description:
      "Returns the payments of the account, newest first. Filters are exact and combined with AND.",
    access: { scope: "payments:read" },
    query: ListQuery,
    responses: {
      200: {
        description: "A page of payments.",
        schema: PaymentListSchema,
        example: { payments: [examplePayment], pagination: { page_size: 25, next: null, prev: null } },
      },
    },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const { items, pagination } = await listPayments(deps, {
          principal: principalOf(request),
          accountId: request.params["account_id"] ?? "",
          filter: readPaymentFilter(queryOf(ListQuery, request)),
          page: request.page(),
        });
        return { status: 200, body: { payments: items.map(presentPayment), pagination } };
      },
    },
  };
}

function getRoute(deps: ReadPaymentsDeps): Route {
  return {
    method: "GET",
    path: "/accounts/{account_id}/payments/{payment_id}",
    operationId: "getPayment",
    tag,
    summary: "Get a payment",
    access: { scope: "payments:read" },
    responses: { 200: { description: "The payment.", schema: PaymentSchema, example: examplePayment } },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const payment = await getPayment(deps, {
          principal: principalOf(request),
          accountId: request.params["account_id"] ?? "",
          id: request.params["payment_id"] ?? "",
        });
        return { status: 200, body: presentPayment(payment) };
      },
    },
  };
}
