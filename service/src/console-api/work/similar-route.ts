import Type from "typebox";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { findAnyPayment, latestPaymentRows, type StoredPayment } from "../../payments/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead } from "../console-route.ts";
import { type SimilarCase, selectSimilar } from "./similar-store.ts";
import { itemPath, keyOf } from "./work-key.ts";
import { pageOf } from "./work-response.ts";
import type { WorkKey } from "./work-store.ts";

const maxShown = 10;
/** Names of senders are sealed, so the newest payments are opened and compared. */
const maxPaymentsOpened = 500;

const SimilarSchema = named(
  "ConsoleSimilarCases",
  Type.Object({
    cases: Type.Array(
      Type.Object({
        id: IdSchema,
        title: nullableString({ description: "A name, or a code." }),
        amount: Type.Union([Type.Null(), Type.Object({ value: Type.String(), currency: Type.String() })]),
        at: DateTimeSchema,
        outcome: Type.String(),
        path: Type.String({ description: "Path of its console page, below `/console`." }),
      }),
      { description: "Newest first." },
    ),
  }),
);

/** Earlier cases of the same counterparty. */
export function similarRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${itemPath}/similar`, {
    operationId: "listSimilarWork",
    summary: "List earlier cases of the same counterparty, and how they ended",
    description:
      "Suspense: payments of the same sender. Held transfers and claims: those of the same account. Reviews: accounts " +
      `of the same name. At most ${maxShown}; other queues have none.`,
    access: { permission: "overview.read" },
    response: { description: "The earlier cases.", schema: SimilarSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const key = await keyOf(deps, request);
      const found = await findSimilar(deps, key);
      return { cases: found.map((each) => present(key, each)) };
    },
  });
}

async function findSimilar(deps: ConsoleDeps, { kind, objectId }: WorkKey): Promise<readonly SimilarCase[]> {
  switch (kind) {
    case "suspense":
      return paymentsOfSender(deps, objectId);
    case "held_transfer":
    case "claim":
    case "review":
      return selectSimilar(deps.database, { kind, objectId }, maxShown);
    case "held_deposit":
    case "failed_refund":
    case "approval":
    case "bank_item":
      return [];
  }
}

async function paymentsOfSender(deps: ConsoleDeps, id: string): Promise<readonly SimilarCase[]> {
  const payment = await findAnyPayment(deps, deps.database, id);
  const sender = payment?.details.senderName?.toLowerCase();
  if (payment === undefined || sender === undefined) return [];
  const { network } = payment;
  const rows = latestPaymentRows(deps.keyRing);
  const { items } = await rows.read(deps.database, { network }, { limit: maxPaymentsOpened });
  return items
    .filter((other) => other.id !== id && other.details.senderName?.toLowerCase() === sender)
    .slice(0, maxShown)
    .map((other) => ({
      id: other.id,
      title: other.hold?.reason,
      units: other.amountCents,
      scale: usd.scale,
      currency: usd.code,
      at: other.insertedAt,
      outcome: outcomeOf(other),
    }));
}

function outcomeOf({ hold, returnId, status }: StoredPayment): string {
  if (returnId !== undefined) return "returned";
  return hold === undefined ? status : "held";
}

function present({ kind }: WorkKey, { id, title, units, scale, currency, at, outcome }: SimilarCase) {
  const isAmount = units !== undefined && currency !== undefined;
  return {
    id,
    title: title ?? null,
    amount: isAmount
      ? { value: formatAmount({ units, asset: { code: currency, scale: scale ?? 0 } }), currency }
      : null,
    at: formatInstant(at),
    outcome,
    path: pageOf({ kind, objectId: id }),
  };
}
