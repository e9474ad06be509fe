import Type from "typebox";
import { present } from "../../http/present.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, named } from "../../http/schemas.ts";
import { lowestIdAt, type Network, networks } from "../../kernel/id.ts";
import { addMs } from "../../kernel/instant.ts";
import { dollars } from "../../kernel/money.ts";
import { countFilesSince, fileStates, sumSentSince } from "../../rails/engine/bank-operations.ts";
import {
  countFiles,
  countOpenEntries,
  countOpenItems,
  countPendingBankEvents,
} from "../../rails/engine/count-store.ts";
import { bankRails } from "../../rails/rail.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";
import { bankingFacts } from "./banking-facts.ts";

const NetworkSchema = Type.Enum([...networks]);

const WaitingSchema = Type.Object({
  network: NetworkSchema,
  what: Type.Enum(["entries", "files", "items", "bank_events"]),
  name: Type.String({ description: "State, or kind of item." }),
  count: Type.Integer(),
  oldest_seconds: Type.Integer(),
});

const OverviewSchema = named(
  "RailsOverview",
  Type.Object({
    since: DateTimeSchema,
    files: Type.Array(
      Type.Object({
        network: NetworkSchema,
        direction: Type.Enum(["out", "in"]),
        format: Type.String(),
        state: Type.Enum([...fileStates]),
        count: Type.Integer(),
      }),
      { description: "Files since then, by direction and format." },
    ),
    sent: Type.Array(
      Type.Object({
        network: NetworkSchema,
        format: Type.String(),
        entries: Type.Integer(),
        credits: Type.String({ description: "Credits in dollars." }),
        debits: Type.String({ description: "Debits in dollars." }),
      }),
      { description: "Entries put into files since then." },
    ),
    waiting: Type.Array(WaitingSchema, { description: "Items in flight or pending." }),
    banks: Type.Array(
      Type.Object({
        network: NetworkSchema,
        connector: Type.Enum(["sandbox", "files"]),
      }),
    ),
    calendar: Type.Object(
      {
        today: Type.String({ description: "Date in New York." }),
        is_banking_day: Type.Boolean(),
        next_banking_day: Type.String(),
        rails: Type.Array(
          Type.Object({
            rail: Type.Enum([...bankRails]),
            leaves_at: DateTimeSchema,
            cutoff_at: DateTimeSchema,
            settles_at: DateTimeSchema,
            final_at: DateTimeSchema,
            settlement_date: Type.String(),
          }),
        ),
      },
      { description: "By the Federal Reserve calendar; a sandbox bank may be ahead of it." },
    ),
  }),
);

const shownMs = 7 * 86_400_000;

export function railsOverviewRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/rails`, {
    operationId: "getRailsOverview",
    summary: "Get the overview of bank files and the banking calendar",
    access: { permission: "rails.read" },
    response: { description: "The last seven days and current state.", schema: OverviewSchema },
    handle: () => sumUp(deps),
  });
}

async function sumUp({ database, clock, config }: ConsoleDeps) {
  const now = clock.now();
  const since = addMs(now, -shownMs);
  const lowestId = lowestIdAt(since);
  const sent = await sumSentSince(database, lowestId);
  return present(OverviewSchema, {
    since,
    files: await countFilesSince(database, lowestId),
    sent: sent.map((sum) => ({
      ...sum,
      credits: dollars(sum.creditCents),
      debits: dollars(sum.debitCents),
    })),
    waiting: (await Promise.all(networks.map((network) => waitingIn(database, network)))).flat(),
    banks: networks.map((network) => ({
      network,
      connector: network === "testnet" ? "sandbox" : config.bank.connector,
    })),
    calendar: bankingFacts(now, config.bank.cutoffLeadMinutes),
  });
}

async function waitingIn(database: ConsoleDeps["database"], network: Network) {
  const counted = [
    ["entries", await countOpenEntries(database, network)],
    ["files", await countFiles(database, network)],
    ["items", await countOpenItems(database, network)],
    ["bank_events", await countPendingBankEvents(database, network)],
  ] as const;
  return counted.flatMap(([what, counts]) =>
    counts.map(({ name, count, oldestSeconds }) => ({
      network,
      what,
      name,
      count,
      oldestSeconds: Math.max(0, Math.round(oldestSeconds)),
    })),
  );
}
