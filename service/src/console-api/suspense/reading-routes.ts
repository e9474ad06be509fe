import Type, { type Static } from "typebox";
import { cutPage, PaginationSchema, pageQuery, rowsToFetch } from "../../http/paging.ts";
import { type ApiRequest, queryOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, strictObject } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import {
  findAnyPayment,
  holdReasons,
  listHeldSlice,
  measureSuspense,
  returnReasons,
  type StoredPayment,
} from "../../payments/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { MatchCandidateSchema, presentCandidate } from "./candidate-answer.ts";
import { findCandidates } from "./find-candidates.ts";
import { rankCandidates } from "./rank-candidates.ts";
import { requireInbound } from "./require-inbound.ts";
import { AmountSchema, amountOf, HeldPaymentSchema, lookAround, presentHeld } from "./suspense-answer.ts";

export const suspensePath = `${consolePath}/suspense`;

/** What waits for a person, one of it, and whom it may be for. */
export function readingRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listRoute(deps), showRoute(deps), candidatesRoute(deps)];
}

const ListQuery = strictObject({
  ...pageQuery,
  network: Type.Optional(Type.Enum([...networks])),
  reason: Type.Optional(Type.Enum([...holdReasons])),
  tenant_id: Type.Optional(IdSchema),
});

const SuspenseSchema = named(
  "Suspense",
  Type.Object({
    payments: Type.Array(HeldPaymentSchema, { description: "Those that wait longest first." }),
    totals: Type.Array(
      Type.Object({
        network: Type.Enum([...networks]),
        count: Type.Integer(),
        amount: AmountSchema,
        oldest_since: DateTimeSchema,
      }),
      { description: "All that is in suspense, whatever the filters." },
    ),
    pagination: PaginationSchema,
  }),
);

function listRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: suspensePath,
    operationId: "listSuspense",
    tag: consoleTag,
    summary: "List payments that wait for a person",
    access: { permission: "suspense.read" },
    query: ListQuery,
    answers: { 200: { description: "A page of held payments of all tenants.", schema: SuspenseSchema } },
    work: { kind: "read", handle: (request) => listSuspense(deps, request) },
  };
}

async function listSuspense(deps: ConsoleDeps, request: ApiRequest) {
  const { network, reason, tenant_id: tenantId } = queryOf(ListQuery, request);
  const page = request.page();
  const { direction, position } = page;
  const slice = { filter: { network, reason, tenantId }, direction, position, limit: rowsToFetch(page) };
  const rows = await listHeldSlice(deps, deps.database, slice);
  const { items, pagination } = cutPage(rows, page, ({ id }) => id);
  const surroundings = await lookAround(deps, request, items);
  const body: Static<typeof SuspenseSchema> = {
    payments: items.map((payment) => presentHeld(payment, surroundings)),
    totals: await totalsOf(deps),
    pagination,
  };
  return { status: 200, body };
}

async function totalsOf({ database }: ConsoleDeps): Promise<Static<typeof SuspenseSchema>["totals"]> {
  return (await measureSuspense(database)).map(({ network, count, cents, oldestAt }) => ({
    network,
    count: Number(count),
    amount: amountOf(cents),
    oldest_since: formatInstant(oldestAt),
  }));
}

const ShownSchema = named(
  "ShownHeldPayment",
  Type.Object({
    payment: HeldPaymentSchema,
    return_codes: Type.Array(Type.Object({ code: Type.String(), meaning: Type.String() }), {
      description: "What the sender's bank can be told.",
    }),
  }),
);

function showRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: `${suspensePath}/{payment_id}`,
    operationId: "getSuspensePayment",
    tag: consoleTag,
    summary: "Get a payment that waits for a person, or has waited",
    access: { permission: "suspense.read" },
    answers: { 200: { description: "The payment, masked.", schema: ShownSchema } },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const payment = await findPayment(deps, request);
        const body: Static<typeof ShownSchema> = {
          payment: presentHeld(payment, await lookAround(deps, request, [payment])),
          return_codes: Object.entries(returnReasons).map(([code, meaning]) => ({ code, meaning })),
        };
        return { status: 200, body };
      },
    },
  };
}

const CandidatesQuery = strictObject({
  id: Type.Optional(IdSchema),
});

const maxShown = 12;

const CandidatesSchema = named(
  "MatchCandidates",
  Type.Object({
    candidates: Type.Array(MatchCandidateSchema, { description: "The likeliest first." }),
    is_complete: Type.Boolean({ description: "False when there are more than are shown." }),
  }),
);

function candidatesRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: `${suspensePath}/{payment_id}/candidates`,
    operationId: "listMatchCandidates",
    tag: consoleTag,
    summary: "List whom a held payment may be for",
    access: { permission: "suspense.read" },
    query: CandidatesQuery,
    answers: { 200: { description: "Candidates, with what speaks for each.", schema: CandidatesSchema } },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const payment = await findPayment(deps, request);
        const { id } = queryOf(CandidatesQuery, request);
        return { status: 200, body: await candidatesOf(deps, payment, id) };
      },
    },
  };
}

async function candidatesOf(
  { database }: ConsoleDeps,
  payment: StoredPayment,
  id: string | undefined,
): Promise<Static<typeof CandidatesSchema>> {
  // What was pulled by a debit may still come back: it is given to nobody else.
  if (payment.receipt === undefined) return { candidates: [], is_complete: true };
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
