import { requireVisibleAccount } from "../accounts/index.ts";
import { listRoute } from "../http/list-route.ts";
import { pageQuery, pageResponse } from "../http/paging.ts";
import { accountIn, principalOf, type Route, readRoute } from "../http/route.ts";
import { strictObject } from "../http/schemas.ts";
import { getPayment, paymentRows, type ReadPaymentsDeps } from "./list-payments.ts";
import { paymentFilterQuery, readPaymentFilter } from "./payment-filter.ts";
import { examplePayment, PaymentSchema, presentPayment } from "./payment-response.ts";

const tag = {
  name: "Payments",
  description:
    "Movements of dollars through a bank: for transfers, for automations, or sent to your virtual account numbers. " +
    "`payment.completed` is sent once the money was sent, or credited or matched.",
};

export function paymentRoutes(deps: ReadPaymentsDeps): readonly Route[] {
  return [listPaymentsRoute(deps), getRoute(deps)];
}

const ListQuery = strictObject({ ...pageQuery, ...paymentFilterQuery });

function listPaymentsRoute({ database, keyRing }: ReadPaymentsDeps): Route {
  return listRoute("GET /accounts/{account_id}/payments", {
    operationId: "listPayments",
    tag,
    summary: "List payments",
    description:
      "Returns the payments of the account, newest first. Filters are exact and combined with AND.",
    access: { scope: "payments:read" },
    query: ListQuery,
    response: pageResponse({
      description: "A page of payments.",
      name: "PaymentList",
      member: "payments",
      items: PaymentSchema,
      example: examplePayment,
    }),
    refusals: ["not_found"],
    list: {
      session: database,
      rows: paymentRows(keyRing),
      filters: async (request) => {
        const principal = principalOf(request);
        const { id: accountId } = await requireVisibleAccount(database, principal, accountIn(request));
        const { tenantId, network } = principal;
        return { tenantId, network, accountId, ...readPaymentFilter(request.query) };
      },
      present: (payments) => payments.map(presentPayment),
    },
  });
}

function getRoute(deps: ReadPaymentsDeps): Route {
  return readRoute("GET /accounts/{account_id}/payments/{payment_id}", {
    operationId: "getPayment",
    tag,
    summary: "Get a payment",
    access: { scope: "payments:read" },
    response: { description: "The payment.", schema: PaymentSchema, example: examplePayment },
    refusals: ["not_found"],
    handle: async (request) => {
      const payment = await getPayment(deps, {
        principal: principalOf(request),
        accountId: accountIn(request),
        id: request.params["payment_id"] ?? "",
      });
      return { status: 200, body: presentPayment(payment) };
    },
  });
}
