import Type, { type Static } from "typebox";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import type { ApiRequest } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, strictObject } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import {
  findAnyPayment,
  heldPaymentRows,
  holdReasons,
  measureSuspense,
  returnReasons,
  type StoredPayment,
} from "../../payments/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList, consolePath, endpoints, readEndpoint } from "../console-route.ts";
import { MatchCandidateSchema, presentCandidate } from "./candidate-response.ts";
import { findCandidates } from "./find-candidates.ts";
import { rankCandidates } from "./rank-candidates.ts";
import { requireInbound } from "./require-inbound.ts";
import { AmountSchema, amountOf, HeldPaymentSchema, lookAround, presentHeld } from "./suspense-response.ts";

export const suspensePath = `${consolePath}/suspense`;

const ListQuery = strictObject({
  ...pageQuery,
  network: Type.Optional(Type.Enum([...networks])),
  reason: Type.Optional(Type.Enum([...holdReasons])),
  tenant_id: Type.Optional(IdSchema),
});

const SuspenseSchema = named(
  "Suspense",
  Type.Object({
    payments: Type.Array(HeldPaymentSchema, { description: "Oldest first." }),
    totals: Type.Array(
      Type.Object({
        network: Type.Enum([...networks]),
        count: Type.Integer(),
        amount: AmountSchema,
        oldest_since: DateTimeSchema,
      }),
      { description: "Totals in suspense, regardless of filters." },
    ),
    pagination: PaginationSchema,
  }),
);

const ShownSchema = named(
  "ShownHeldPayment",
  Type.Object({
    payment: HeldPaymentSchema,
    return_codes: Type.Array(Type.Object({ code: Type.String(), meaning: Type.String() }), {
      description: "Available return reason codes.",
    }),
  }),
);

const CandidatesQuery = strictObject({
  id: Type.Optional(IdSchema),
});

const maxShown = 12;

const CandidatesSchema = named(
  "MatchCandidates",
  Type.Object({
    candidates: Type.Array(MatchCandidateSchema, { description: "Best match first." }),
    is_complete: Type.Boolean({ description: "False if there are more than returned." }),
  }),
);

/** Payments in suspense, one payment, and its suggested matches. */
export const suspenseReadingRoutes = endpoints<ConsoleDeps>([
  (deps) =>
    consoleList(`GET ${suspensePath}`, {
      operationId: "listSuspense",
      summary: "List payments in suspense",
      access: { permission: "suspense.read" },
      query: ListQuery,
      response: { description: "A page of held payments of all tenants.", schema: SuspenseSchema },
      list: {
        session: deps.database,
        rows: heldPaymentRows(deps.keyRing),
        filters: ({ query: { network, reason, tenant_id: tenantId } }) => ({ network, reason, tenantId }),
        name: "suspense",
        status: "reason",
        present: async (payments, request) => {
          const context = await lookAround(deps, request, payments);
          return payments.map((payment) => presentHeld(payment, context));
        },
        around: async () => ({ totals: await totalsOf(deps) }),
      },
    }),
  readEndpoint(`GET ${suspensePath}/{payment_id}`, {
    operationId: "getSuspensePayment",
    summary: "Get a payment that is or was in suspense",
    access: { permission: "suspense.read" },
    response: { description: "The masked payment.", schema: ShownSchema },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const payment = await findPayment(deps, request);
      return {
        payment: presentHeld(payment, await lookAround(deps, request, [payment])),
        return_codes: Object.entries(returnReasons).map(([code, meaning]) => ({ code, meaning })),
      } satisfies Static<typeof ShownSchema>;
    },
  }),
  readEndpoint(`GET ${suspensePath}/{payment_id}/candidates`, {
    operationId: "listMatchCandidates",
    summary: "List suggested matches of a held payment",
    access: { permission: "suspense.read" },
    query: CandidatesQuery,
    response: { description: "Candidates with reasons.", schema: CandidatesSchema },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const payment = await findPayment(deps, request);
      const { id } = request.query;
      return candidatesOf(deps, payment, id);
    },
  }),
]);

async function totalsOf({ database }: ConsoleDeps): Promise<Static<typeof SuspenseSchema>["totals"]> {
  return (await measureSuspense(database)).map(({ network, count, cents, oldestAt }) => ({
    network,
    count: Number(count),
    amount: amountOf(cents),
    oldest_since: formatInstant(oldestAt),
  }));
}

async function candidatesOf(
  { database }: ConsoleDeps,
  payment: StoredPayment,
  id: string | undefined,
): Promise<Static<typeof CandidatesSchema>> {
  // A payment collected by debit may still be returned: it is not matched to another owner.
  if (payment.incomingPayment === undefined) return { candidates: [], is_complete: true };
  const { candidates, names } = await findCandidates(database, payment, id);
  const { amountCents, accountId, owner, details, insertedAt } = payment;
  const receivedAt = details.receivedAt ?? insertedAt;
  const held = { amountCents, accountId, owner, senderName: details.senderName, receivedAt };
  const ranked = rankCandidates(held, candidates);
  return {
    candidates: ranked.slice(0, maxShown).map((candidate) => presentCandidate(candidate, names)),
    is_complete: ranked.length <= maxShown,
  };
}

async function findPayment(deps: ConsoleDeps, { params }: ApiRequest): Promise<StoredPayment> {
  return requireInbound(await findAnyPayment(deps, deps.database, params["payment_id"] ?? ""));
}
