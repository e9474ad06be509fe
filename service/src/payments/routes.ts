import Type, { type Static } from "typebox";
import { PaginationSchema, pageQuery } from "../http/paging.ts";
import { principalOf, queryOf, type Route } from "../http/route.ts";
import { inWords, named, strictObject } from "../http/schemas.ts";
import { idPattern } from "../kernel/id.ts";
import { type Instant, parseInstant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { railSystems } from "../rails/rail.ts";
import { getPayment, listPayments, type ReadPaymentsDeps } from "./list-payments.ts";
import { paymentDirections, paymentStatuses } from "./payment.ts";
import { examplePayment, PaymentSchema, presentPayment } from "./payment-answer.ts";
import type { PaymentFilter } from "./store.ts";

const tag = {
  name: "Payments",
  description:
    "Dollars that came by a bank, or left by one: of transfers, of automations, or sent to an account number of yours. " +
    "`payment.completed` tells of each once the money has moved.",
};

export function paymentRoutes(deps: ReadPaymentsDeps): readonly Route[] {
  return [listRoute(deps), getRoute(deps)];
}

const idQuery = (description: string) =>
  Type.String({ pattern: idPattern, ...inWords("an id of 26 characters"), description });
const timeQuery = (description: string) => Type.String({ format: "date-time", description });

const ListQuery = strictObject({
  ...pageQuery,
  status: Type.Optional(Type.Enum([...paymentStatuses])),
  direction: Type.Optional(Type.Enum([...paymentDirections])),
  type: Type.Optional(Type.Enum([...railSystems])),
  transfer_id: Type.Optional(idQuery("Of this transfer.")),
  automation_id: Type.Optional(idQuery("That came to this automation.")),
  created_after: Type.Optional(timeQuery("Inserted later than this.")),
  created_before: Type.Optional(timeQuery("Inserted earlier than this.")),
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
    description: "The payments of the account, newest first. Filters are exact, and all of them must fit.",
    access: { scope: "payments:read" },
    query: ListQuery,
    answers: {
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
          filter: readFilter(queryOf(ListQuery, request)),
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
    answers: { 200: { description: "The payment.", schema: PaymentSchema, example: examplePayment } },
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

function readFilter(query: Static<typeof ListQuery>): PaymentFilter {
  return {
    status: query.status,
    direction: query.direction,
    type: query.type,
    transferId: query.transfer_id,
    automationId: query.automation_id,
    createdAfter: readTime("created_after", query.created_after),
    createdBefore: readTime("created_before", query.created_before),
  };
}

/** A moment that the schema lets pass and that no clock of ours can show is refused as well. */
function readTime(name: string, text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  const detail = "must be an RFC 3339 date-time since 1970";
  throw new RefusalError(
    refuse("validation_failed", `${name} ${detail}`, { errors: [{ pointer: `/query/${name}`, detail }] }),
  );
}
