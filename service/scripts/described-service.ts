import { randomBytes } from "node:crypto";
import { Registry } from "prom-client";
import type { DocumentStorage } from "../src/accounts/index.ts";
import { transferTypeLists } from "../src/addresses/index.ts";
import type { AppParts } from "../src/app/app-parts.ts";
import { type Controls, createConsoleModule } from "../src/app/console-module.ts";
import { composeWebhookRoutes } from "../src/app/webhook-module.ts";
import { composeRoutes } from "../src/app.ts";
import { withApprovals } from "../src/approvals/index.ts";
import { type Auth, createAttemptLimiter, createAuth } from "../src/auth/index.ts";
import { readConfig } from "../src/config.ts";
import { createJoiningDatabase } from "../src/db/joining-database.ts";
import { createDatabase } from "../src/db/pool.ts";
import type { WakeUp } from "../src/db/wake-up.ts";
import { createEventLog } from "../src/events/index.ts";
import { describeApi, type OpenApiDocument } from "../src/http/openapi.ts";
import { createJobQueue } from "../src/jobs/index.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { createLogger } from "../src/startup/logging.ts";
import { describedEvents } from "../src/webhooks/index.ts";
import { describedRoutes, unused } from "./described-routes.ts";

const noWakeUp: WakeUp = { nudge: () => {}, listen: () => () => {}, close: async () => {} };

const noStorage: DocumentStorage = {
  put: unused,
  get: unused,
  find: unused,
  remove: unused,
  list: unused,
  removeLeftovers: unused,
};

const deployment = {
  baseUrl: "http://127.0.0.1:8080",
  authUrl: "http://127.0.0.1:8080",
  lists: transferTypeLists(readConfig({}).chains.names),
};

/** The documents of the public API and of the console's API, generated without a database. */
export async function describeService(): Promise<{
  readonly document: OpenApiDocument;
  readonly consoleDocument: OpenApiDocument;
}> {
  const parts = describedParts();
  const { database, clock, newId, keyRing } = parts;
  const outgoing = {
    wakeUp: noWakeUp,
    jobQueue: createJobQueue({ clock, newId, wakeUp: noWakeUp }),
    eventLog: createEventLog({ clock, newId, wakeUp: noWakeUp }),
  };
  const storage = {
    documentStorage: noStorage,
    onStorageError: () => {},
    malwareScanner: undefined,
    onScannerError: () => {},
  };
  const controls: Controls = { database: createJoiningDatabase(database), executors: new Map() };
  const composed = composeRoutes({
    ...outgoing,
    valueRoutes: [
      ...(await describedRoutes(parts, outgoing)),
      ...composeWebhookRoutes(parts, outgoing, { send: unused }),
    ],
    database,
    auth: describedAuth(parts),
    registry: new Registry(),
    metricsToken: undefined,
    checks: [],
    clock,
    newId,
    keyRing,
    einIndexKey: randomBytes(32),
    documentStagedMs: 30 * 86_400_000,
    ...storage,
    onCompleted: [],
    screener: { screen: unused },
    isDraining: () => false,
    moreRoutes: [],
    servesApi: true,
  });
  const routes = withApprovals({ ...parts, ...outgoing, ...controls }, composed);
  const attempts = createAttemptLimiter(parts.clock, "users");
  const screener = { findEntry: unused };
  const sso = { sso: undefined, onBreakGlass: unused };
  const { routes: consoleRoutes } = createConsoleModule(
    parts,
    { ...outgoing, ...storage, attempts, lookAtChains: unused, screener, controls, ...sso },
    routes,
  );
  return {
    document: describeApi(routes, deployment, describedEvents),
    consoleDocument: describeApi(consoleRoutes, deployment, { ...describedEvents, types: [] }),
  };
}

/** Routes are only described here, so the database is never connected. */
function describedParts(): AppParts {
  const config = readConfig({});
  const clock = systemClock;
  const target = { url: "postgresql://nowhere.invalid/none" };
  const database = createDatabase({
    connection: target,
    maxConnections: 1,
    maxWaiting: 0,
    acquireTimeoutMs: 1,
    statementTimeoutMs: 1,
    applicationName: "florin openapi",
  });
  return {
    config,
    logger: createLogger({ ...config, logLevel: "silent" }, false),
    clock,
    newId: createIdFactory(clock),
    keyRing: createKeyRing(randomBytes(32)),
    database,
    target,
  };
}

function describedAuth({ database, keyRing, clock, newId }: AppParts): Auth {
  return createAuth({
    database,
    keyRing,
    clock,
    newId,
    issuer: deployment.authUrl,
    audience: deployment.baseUrl,
    onRefreshError: () => {},
  });
}
