import Type, { type Static } from "typebox";
import { requireVisibleAccount } from "../accounts/index.ts";
import { principalOf, type Route, readRoute } from "../http/route.ts";
import { DateTimeSchema, named } from "../http/schemas.ts";
import { transferTag } from "../http/tags.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { orThrow, RefusalError, refusalCodes } from "../kernel/refusal.ts";
import { readRequested } from "./create-route.ts";
import { type Quote, type QuoteTransferDeps, quoteTransfer } from "./quote-transfer.ts";
import { type RequireMemoDeps, refuseMissingMemo } from "./require-memo.ts";
import { SupportedRouteSchema } from "./supported-routes.ts";
import { requestExample } from "./transfer-examples.ts";
import { TransferRequestSchema } from "./transfer-request.ts";
import { TransferAmountSchema } from "./transfer-response.ts";

export type QuoteDeps = QuoteTransferDeps & RequireMemoDeps;

const stepNames = [
  "await_wire",
  "debit",
  "burn",
  "withdraw",
  "transfer",
  "mint",
  "deliver",
  "pay_out",
] as const;

const QuoteSchema = named(
  "TransferQuote",
  Type.Object({
    route: SupportedRouteSchema,
    amount: TransferAmountSchema,
    fee: TransferAmountSchema,
    delivered: TransferAmountSchema,
    estimated_completion_at: DateTimeSchema,
    cutoff_at: Type.Unsafe<string | null>({
      type: ["string", "null"],
      format: "date-time",
      description:
        "Create the transfer by this time to make the same bank window. Null if no bank is involved.",
    }),
    steps: Type.Array(
      Type.Object({
        step: Type.Enum([...stepNames]),
        transfer_type: Type.String(),
        description: Type.String(),
      }),
      { description: "Steps in order." },
    ),
    blockers: Type.Array(
      Type.Object({
        code: Type.Enum(Object.keys(refusalCodes) as (keyof typeof refusalCodes)[]),
        detail: Type.String(),
      }),
      { description: "Reasons why the transfer would be refused right now; empty if it would be accepted." },
    ),
  }),
);

/** Quotes a transfer without creating it. */
export function quoteRoute(deps: QuoteDeps): Route {
  return readRoute("POST /accounts/{account_id}/transfers/quote", {
    operationId: "quoteTransfer",
    tag: transferTag,
    summary: "Quote a transfer",
    description:
      "Takes the same body as creating a transfer and has no effect. Returns the route, the fee (deducted from the " +
      "amount), the delivered amount, the estimated completion time, and any " +
      "blockers that would prevent the transfer right now. Times are estimates.",
    access: { scope: "transfers:read" },
    effect: "none",
    body: { schema: TransferRequestSchema, example: requestExample },
    response: { description: "The quote.", schema: QuoteSchema, example: quoteExample },
    refusals: [
      "not_found",
      "network_not_supported",
      "address_not_found",
      "unprocessable",
      "unsupported_route",
    ],
    handle: async (request) => {
      const transferRequest = orThrow(readRequested(request));
      await requireVisibleAccount(deps.database, principalOf(request), transferRequest.accountId);
      const { requestedTransfer } = transferRequest;
      const quote = await quoteTransfer(deps, deps.database, transferRequest);
      const missing = await refuseMissingMemo(deps, principalOf(request), requestedTransfer.destination);
      if (missing !== undefined) throw new RefusalError(missing);
      return { status: 200, body: present(quote) };
    },
  });
}

function present(quote: Quote): Static<typeof QuoteSchema> {
  const dollars = (cents: bigint) => ({
    value: formatAmount({ units: cents, asset: usd }),
    currency: usd.code,
  });
  return {
    route: quote.route,
    amount: quote.amount,
    fee: dollars(quote.feeCents),
    delivered: quote.delivered,
    estimated_completion_at: formatInstant(quote.completeAt),
    cutoff_at: quote.cutoffAt === undefined ? null : formatInstant(quote.cutoffAt),
    steps: quote.steps.map(({ step, transferType, description }) => ({
      step,
      transfer_type: transferType,
      description,
    })),
    blockers: quote.blockers.map(({ code, detail }) => ({ code, detail })),
  };
}

const quoteExample = {
  route: {
    flow: "offramp",
    source: { value_type: "FUSD", transfer_type: "base" },
    destination: { value_type: "USD", transfer_type: "ach_credit" },
  },
  amount: { value: "250.00", currency: "USD" },
  fee: { value: "0.00", currency: "USD" },
  delivered: { value: "250.00", currency: "USD" },
  estimated_completion_at: "2026-11-16T13:30:00.000Z",
  cutoff_at: "2026-11-16T07:15:00.000Z",
  steps: [
    { step: "burn", transfer_type: "base", description: "Burn tokens on base." },
    { step: "pay_out", transfer_type: "ach_credit", description: "Pay out by ach_credit." },
  ],
  blockers: [],
};
