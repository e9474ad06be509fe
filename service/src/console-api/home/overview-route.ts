import Type, { type Static } from "typebox";
import type { Session } from "../../db/database.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import type { Network } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { findLastRound, type RoundName } from "../../ledger/index.ts";
import { lastReconciliation } from "../../tokens/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";
import { type QueueCount, type QueueName, queueNames, selectQueueCounts } from "./overview-store.ts";

/** Counts stop here: beyond a thousand, the exact number doesn't matter. */
const maxCounted = 1_000;

const amountSchema = (network: Network) =>
  nullableString({
    description: `Sum of the counted items on ${network} in dollars: a part of it if \`is_more\`. Null without amounts.`,
  });

const QueueSchema = named(
  "ConsoleOverviewQueue",
  Type.Object({
    name: Type.Enum([...queueNames]),
    count: Type.Integer({ description: `At most ${maxCounted}.` }),
    is_more: Type.Boolean({ description: "There are more than were counted." }),
    testnet: Type.Integer(),
    mainnet: Type.Integer(),
    oldest_at: nullableString({ format: "date-time" }),
    testnet_amount: amountSchema("testnet"),
    mainnet_amount: amountSchema("mainnet"),
  }),
);

const roundSchema = (description: string) =>
  Type.Union([
    Type.Null(),
    Type.Object(
      { ended_at: DateTimeSchema, findings: Type.Integer(), unverified: Type.Integer() },
      { description },
    ),
  ]);

const OverviewSchema = named(
  "ConsoleOverview",
  Type.Object({
    queues: Type.Array(QueueSchema, { description: "Items that need attention, across tenants." }),
    reconciliation: Type.Union([
      Type.Null(),
      Type.Object(
        {
          ended_at: nullableString({ format: "date-time" }),
          different: Type.Integer(),
          unverified: Type.Integer(),
        },
        { description: "The last reconciliation of chains and ledger; null before the first." },
      ),
    ]),
    ledger: roundSchema("The last verification of all journals; null before the first."),
    audit: roundSchema("The last verification of the audit log; null before the first."),
  }),
);

export function overviewRoute({ database }: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/overview`, {
    operationId: "getOverview",
    summary: "Get the operator overview",
    access: { permission: "overview.read" },
    response: { description: "Counts, each up to a limit.", schema: OverviewSchema },
    handle: async () => {
      const counts = await selectQueueCounts(database, maxCounted + 1);
      return {
        queues: queueNames.map((name) => presentQueue(name, counts)),
        reconciliation: await reconciliationOf(database),
        ledger: await roundOf(database, "ledger.verify"),
        audit: await roundOf(database, "audit.verify"),
      };
    },
  });
}

function presentQueue(name: QueueName, counts: readonly QueueCount[]): Static<typeof QueueSchema> {
  const queueCounts = counts.filter((each) => each.name === name);
  const total = queueCounts.reduce((sum, { count }) => sum + count, 0);
  const countIn = (network: Network): number =>
    queueCounts.find((each) => each.network === network)?.count ?? 0;
  const oldest = queueCounts
    .flatMap(({ oldestAt }) => (oldestAt === undefined ? [] : [oldestAt]))
    .toSorted((a, b) => a - b);
  return {
    name,
    count: Math.min(total, maxCounted),
    is_more: total > maxCounted,
    testnet: Math.min(countIn("testnet"), maxCounted),
    mainnet: Math.min(countIn("mainnet"), maxCounted),
    oldest_at: oldest[0] === undefined ? null : formatInstant(oldest[0]),
    testnet_amount: amountIn(queueCounts, "testnet"),
    mainnet_amount: amountIn(queueCounts, "mainnet"),
  };
}

/** Dollars of testnet are not money, so the networks are never added up. */
function amountIn(counts: readonly QueueCount[], network: Network): string | null {
  const cents = counts.find((each) => each.network === network)?.cents;
  return cents === undefined ? null : formatAmount({ units: cents, asset: usd });
}

async function reconciliationOf(session: Session) {
  const run = await lastReconciliation(session);
  if (run === undefined) return null;
  const { endedAt, different, unverified } = run;
  return { ended_at: endedAt === undefined ? null : formatInstant(endedAt), different, unverified };
}

async function roundOf(database: ConsoleDeps["database"], name: RoundName) {
  const round = await findLastRound(database, name);
  if (round === undefined) return null;
  const { endedAt, findings, unverified } = round;
  return { ended_at: formatInstant(endedAt), findings, unverified };
}
