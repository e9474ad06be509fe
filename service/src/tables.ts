import * as access from "./access/tables.ts";
import * as accounts from "./accounts/tables.ts";
import * as addresses from "./addresses/tables.ts";
import * as alerts from "./alerts/tables.ts";
import * as approvals from "./approvals/tables.ts";
import * as audit from "./audit/tables.ts";
import * as auth from "./auth/tables.ts";
import * as automations from "./automations/tables.ts";
import * as chains from "./chains/tables.ts";
import * as claims from "./claims/tables.ts";
import * as consoleApi from "./console-api/tables.ts";
import type { Table } from "./db/table.ts";
import * as db from "./db/tables.ts";
import * as events from "./events/tables.ts";
import * as http from "./http/tables.ts";
import * as jobs from "./jobs/tables.ts";
import * as ledger from "./ledger/tables.ts";
import * as mail from "./mail/tables.ts";
import * as payments from "./payments/tables.ts";
import * as rails from "./rails/tables.ts";
import * as reports from "./reports/tables.ts";
import * as requestLog from "./request-log/tables.ts";
import * as sandbox from "./sandbox-tables.ts";
import * as startup from "./startup/tables.ts";
import * as statistics from "./statistics/tables.ts";
import * as tokens from "./tokens/tables.ts";
import * as transfers from "./transfers/tables.ts";
import * as treasury from "./treasury/tables.ts";
import * as users from "./users/tables.ts";
import * as webhooks from "./webhooks/tables.ts";

/** Every table of the database, by its name. */
export const tables: ReadonlyMap<string, Table> = new Map(
  [
    access,
    accounts,
    addresses,
    alerts,
    approvals,
    audit,
    auth,
    automations,
    chains,
    claims,
    consoleApi,
    db,
    events,
    http,
    jobs,
    ledger,
    mail,
    payments,
    rails,
    reports,
    requestLog,
    startup,
    statistics,
    tokens,
    transfers,
    treasury,
    users,
    webhooks,
    sandbox,
  ]
    .flatMap((declared): readonly unknown[] => Object.values(declared))
    .filter((each): each is Table => typeof each === "object")
    .map((table) => [table.name, table]),
);
