import { createSecretKey } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { createClamdScanner } from "./accounts/adapters/clamd-scanner.ts";
import { createDocumentStorage } from "./accounts/adapters/document-storage.ts";
import { createManualVerification } from "./accounts/adapters/manual-verification.ts";
import { createSanctionsSource } from "./accounts/adapters/sanctions-source.ts";
import { createSandboxVerification } from "./accounts/adapters/sandbox-verification.ts";
import {
  type AccountRouteDeps,
  accountRoutes,
  documentRoutes,
  type ProviderOf,
  type Screener,
  verificationRoutes,
} from "./accounts/index.ts";
import { transferTypeLists } from "./addresses/index.ts";
import { createAlertModule } from "./app/alert-module.ts";
import { createLifecycle } from "./app/app-lifecycle.ts";
import type { AppParts } from "./app/app-parts.ts";
import { type Attempts, createAttempts } from "./app/attempts.ts";
import { createAuditWorkers } from "./app/audit-workers.ts";
import { type ConsoleModule, type Controls, createConsoleModule } from "./app/console-module.ts";
import { installConsolePages } from "./app/console-pages.ts";
import { installDocsSite } from "./app/docs-site.ts";
import { createLedgerRoundMetrics } from "./app/ledger-round-metrics.ts";
import { createMailModule, type MailModule } from "./app/mail-module.ts";
import { createNodeHeartbeat } from "./app/node-heartbeat.ts";
import { createOutgoing, type Outgoing } from "./app/outgoing.ts";
import { putTogether, type ValueModules } from "./app/put-together.ts";
import { createReadinessChecks } from "./app/readiness.ts";
import { createRequestLogModule, type RequestLogModule } from "./app/request-log-module.ts";
import { createNodeScreener } from "./app/screening.ts";
import { createServiceMetrics } from "./app/service-metrics.ts";
import { createSharedRateLimit } from "./app/shared-rate-limit.ts";
import { createSso, scimDeps } from "./app/sso.ts";
import { installStaticFiles } from "./app/static-files.ts";
import { createWebhookModule, type WebhookModule } from "./app/webhook-module.ts";
import { createWorkers, type ModuleWork, type WorkersStorage } from "./app/workers.ts";
import { withApprovals } from "./approvals/index.ts";
import { type Auth, createAuth, loadOrCreateServiceKey } from "./auth/index.ts";
import type { Database } from "./db/database.ts";
import { createJoiningDatabase } from "./db/joining-database.ts";
import { createDatabase } from "./db/pool.ts";
import { type Batcher, type BatchLimits, createBatcher } from "./http/batch.ts";
import { createCursorSigner } from "./http/cursor.ts";
import { installDocs } from "./http/docs-page.ts";
import { healthRoutes } from "./http/health.ts";
import { createHttpMetrics } from "./http/metrics.ts";
import { describeApi, type OpenApiDocument } from "./http/openapi.ts";
import type { RateLimiter } from "./http/rate-limit.ts";
import type { Route } from "./http/route.ts";
import { createServer } from "./http/server.ts";
import { createTenantShare } from "./http/tenant-share.ts";
import type { NodeId } from "./jobs/index.ts";
import type { KeyRing } from "./kernel/envelope.ts";
import type { NewId } from "./kernel/id.ts";
import type { Clock } from "./kernel/instant.ts";
import { type RequestLog, requestLogRoutes } from "./request-log/index.ts";
import type { Progress } from "./startup/open-database.ts";
import { createRequireConfirmation, installScim } from "./users/index.ts";
import { describedEvents } from "./webhooks/index.ts";

export interface App {
  /** Built when it is first read. */
  readonly document: OpenApiDocument;
  /** The console's API, for its generated types and for tests. */
  readonly consoleDocument: OpenApiDocument;
  /** Starts everything this node runs; returns the address it listens on. */
  listen(): Promise<string>;
  /** Resolves when the tokens on local chains are active; throws with the cause when one cannot be deployed. */
  whenUsable(onProgress: Progress, signal: AbortSignal): Promise<void>;
  /** Accepts no new work and finishes what was accepted. */
  drain(): Promise<void>;
}

const reservedPoolTimeouts = { acquireTimeoutMs: 2_000, statementTimeoutMs: 5_000 };
const scannerTimeoutMs = 30_000;
const batchLimits = { maxBatch: 256, maxWaitMs: 20, maxQueued: 10_000, maxConcurrentBatches: 4 };
/** Share of the connection pool that batches may use, most of them while they wait for locks. */
const batchShareOfPool = 0.5;

export async function createApp(parts: AppParts): Promise<App> {
  const { config } = parts;
  const registry = new Registry();
  const state = { isDraining: false };
  const lookout = createLookout(parts, state);
  const outgoing = createOutgoing(parts);
  const attempts = await createAttempts(parts, outgoing);
  const auth = createAppAuth(parts, lookout, attempts);
  const screener = createNodeScreener(parts, createSanctionsSource(config.sanctions), registry);
  const storage = await createStorage(parts);
  const nodeId: NodeId = parts.newId();
  const heartbeat = createNodeHeartbeat(parts, lookout, nodeId);
  const value = await putTogether(parts, { outgoing, screener, registry, nodeId });
  const webhooks = createWebhookModule(parts, { outgoing, registry });
  const requestLog = createRequestLogModule(parts, registry);
  const mail = createMailModule(parts, outgoing);
  const alerts = createAlertModule(parts, { ...outgoing, ...mail, ...value });
  const onCompleted = [value.createCustodialAddresses];
  const verification = { screener, providers: createProviders(parts), onCompleted };
  const work = composeWork([mail, alerts], value, webhooks, requestLog);
  const hasWorkers = config.roles.has("worker");
  const workers = hasWorkers ? createWorkers(parts, outgoing, storage, verification, work) : undefined;
  const checks = [...createReadinessChecks(parts, workers, webhooks), ...value.demoTokens.checks];
  const valueRoutes = [...value.routes, ...webhooks.routes];
  const controls: Controls = { database: createJoiningDatabase(parts.database), executors: new Map() };
  const services = { ...outgoing, ...storage, ...verification, auth, registry, checks, controls };
  const routes = await createRoutes(parts, { ...services, valueRoutes }, state);
  createServiceMetrics(registry, parts, workers);
  if (workers !== undefined) createLedgerRoundMetrics(registry, parts.database);
  const audit = workers && createAuditWorkers(parts, { ...outgoing, ...mail, nodeId, registry });
  const signIn = { ...createSso(parts, registry), attempts: attempts.users };
  const consoleParts = { ...outgoing, ...storage, ...value, ...signIn, screener, controls };
  const console = createConsoleModule(parts, consoleParts, routes);
  const rateLimiter = await createSharedRateLimit(parts, lookout);
  const serverParts = { auth, registry, routes, console, rateLimiter, requestLog: requestLog.log };
  const { server, batcher } = await createAppServer(parts, serverParts);
  const deployment = { ...config, lists: transferTypeLists(config.chains.names) };
  const document = once(() => describeApi(routes, deployment, describedEvents));
  const consoleDocument = once(() =>
    describeApi(console.routes, deployment, { ...describedEvents, types: [] }),
  );
  if (config.roles.has("api")) await installBesideRoutes(parts, server, { document, attempts });
  const started = { workers, audit, value, webhooks, outgoing, auth, attempts, screener };
  const running = { ...started, lookout, heartbeat, state, server, batcher, requestLog: requestLog.log };
  return {
    get document() {
      return document();
    },
    get consoleDocument() {
      return consoleDocument();
    },
    whenUsable: value.demoTokens.whenActive,
    ...createLifecycle(running, config),
  };
}

/** Pages, and the API of directories, which follows the conventions of SCIM instead of ours. */
async function installBesideRoutes(
  parts: AppParts,
  server: FastifyInstance,
  { document, attempts }: { readonly document: () => OpenApiDocument; readonly attempts: Attempts },
): Promise<void> {
  installDocs(server, document);
  await installStaticFiles(server);
  installConsolePages(server, parts.config.consoleFolder);
  installDocsSite(server);
  await installScim(server, scimDeps(parts, attempts.users));
}

type RouteServices = Outgoing &
  WorkersStorage & { readonly controls: Controls } & Pick<
    RouteParts,
    "auth" | "registry" | "checks" | "valueRoutes" | "screener" | "onCompleted"
  >;

/** The routes of this node, with the approval rules in front of those that they control. */
async function createRoutes(
  parts: AppParts,
  services: RouteServices,
  state: { readonly isDraining: boolean },
): Promise<readonly Route[]> {
  const { config, database, keyRing } = parts;
  const routes = composeRoutes({
    ...parts,
    ...services,
    metricsToken: config.metricsToken,
    einIndexKey: await loadOrCreateServiceKey(database, keyRing, "ein-index"),
    documentStagedMs: config.documentStagedMs,
    isDraining: () => state.isDraining,
    moreRoutes: parts.moreRoutes ?? [],
    servesApi: config.roles.has("api"),
  });
  const deps = { ...parts, ...services, ...services.controls };
  return config.roles.has("api") ? withApprovals(deps, routes) : routes;
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function composeWork(
  notifying: readonly Pick<MailModule, "jobs" | "schedules" | "notifications">[],
  value: ValueModules,
  webhooks: WebhookModule,
  requestLog: RequestLogModule,
): ModuleWork {
  const modules = [value.jobs, webhooks.jobs, requestLog.jobs, ...notifying];
  return {
    jobs: modules.flatMap(({ jobs }) => jobs),
    schedules: modules.flatMap(({ schedules }) => schedules),
    notifications: notifying.flatMap(({ notifications }) => notifications),
    consumers: webhooks.consumers,
  };
}

export interface RouteParts
  extends Outgoing,
    WorkersStorage,
    Pick<AccountRouteDeps, "einIndexKey" | "documentStagedMs" | "onCompleted"> {
  readonly screener: Pick<Screener, "screen">;
  readonly database: Database;
  readonly auth: Auth;
  readonly registry: Registry;
  readonly metricsToken: string | undefined;
  readonly checks: Parameters<typeof healthRoutes>[0]["checks"];
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly isDraining: () => boolean;
  /** Of addresses, tokens, transfers, other modules that move value, and webhooks. */
  readonly valueRoutes: readonly Route[];
  readonly moreRoutes: readonly Route[];
  readonly servesApi: boolean;
}

/** All endpoints in the order of the API reference. A node without the role `api` serves only its probes. */
export function composeRoutes(parts: RouteParts): readonly Route[] {
  if (!parts.servesApi) return healthRoutes(parts);
  const serviceRoutes = [
    ...parts.auth.routes,
    ...accountRoutes(parts),
    ...verificationRoutes(parts),
    ...documentRoutes(parts),
    ...parts.valueRoutes,
    ...requestLogRoutes(parts),
  ];
  const replaced = new Set(parts.moreRoutes.map(({ operationId }) => operationId));
  return [
    ...serviceRoutes.filter(({ operationId }) => !replaced.has(operationId)),
    ...parts.moreRoutes,
    ...healthRoutes(parts),
  ];
}

/** Verification provider of each network. */
function createProviders({ config: { verification }, clock }: AppParts): ProviderOf {
  const providers = {
    manual: createManualVerification(),
    sandbox: createSandboxVerification({ clock, delayMs: verification.sandboxDelayMs }),
  };
  return { testnet: providers[verification.testnet], mainnet: providers[verification.mainnet] };
}

async function createStorage({ config, logger }: AppParts): Promise<WorkersStorage> {
  const address = config.documentScanner;
  if (address === undefined && config.profile === "production") {
    logger.warn("documents are not scanned for malware; set DOCUMENT_SCANNER_URL");
  }
  return {
    documentStorage: await createDocumentStorage(config),
    onStorageError: (error) => logger.warn({ err: error }, "document storage unavailable"),
    malwareScanner:
      address === undefined ? undefined : createClamdScanner({ address, timeoutMs: scannerTimeoutMs }),
    onScannerError: (error) =>
      logger.warn({ err: error }, "malware scanner unavailable; documents are refused"),
  };
}

/** Two reserved connections, so that a busy pool cannot block authentication or the heartbeat. */
function createLookout(
  { target, logger, reservedPool = reservedPoolTimeouts }: AppParts,
  state: { readonly isDraining: boolean },
): Database {
  return createDatabase({
    connection: target,
    maxConnections: 2,
    maxWaiting: 100,
    ...reservedPool,
    applicationName: "florin reserved",
    onIdleError: (error) => {
      if (!state.isDraining) logger.warn({ err: error }, "idle database connection lost");
    },
  });
}

function createAppAuth(parts: AppParts, lookout: Database, { clients: limiter }: Attempts): Auth {
  const { config, database, keyRing, clock, newId, logger } = parts;
  return createAuth({
    database,
    lookout,
    limiter,
    keyRing,
    clock,
    newId,
    issuer: config.authUrl,
    audience: config.baseUrl,
    onRefreshError: (error) => logger.warn({ err: error }, "failed to refresh signing keys and revocations"),
  });
}

function batchLimitsOf({ databasePoolSize }: AppParts["config"]): BatchLimits {
  const maxSlots = Math.max(1, Math.floor(databasePoolSize * batchShareOfPool));
  return {
    ...batchLimits,
    maxSlots,
    maxConcurrentBatches: Math.min(batchLimits.maxConcurrentBatches, maxSlots),
  };
}

interface ServerParts {
  readonly auth: Auth;
  readonly registry: Registry;
  readonly routes: readonly Route[];
  readonly console: ConsoleModule;
  readonly rateLimiter: RateLimiter | undefined;
  readonly requestLog: RequestLog;
}

async function createAppServer(
  parts: AppParts,
  { auth, registry, routes, console, rateLimiter, requestLog }: ServerParts,
): Promise<{ readonly server: FastifyInstance; readonly batcher: Batcher }> {
  const { config, database, keyRing, clock, newId, logger } = parts;
  const tenantShare = createTenantShare({
    connections: config.databasePoolSize,
    maxWaiting: config.overload.maxInFlight,
  });
  const fingerprintKey = createSecretKey(
    await loadOrCreateServiceKey(database, keyRing, "request-fingerprint"),
  );
  const waitMs = config.idempotencyWaitMs;
  const batcherDeps = { database, tenantShare, keyRing, clock, fingerprintKey, waitMs };
  const batcher = createBatcher(batcherDeps, batchLimitsOf(config));
  const cursorKey = await loadOrCreateServiceKey(database, keyRing, "cursor-signing");
  const server = await createServer(
    {
      database,
      batcher,
      tenantShare,
      clock,
      newId,
      logger,
      verifyToken: auth.verifyToken,
      identifySessionUser: console.identifySessionUser,
      refuseConsoleAddress: console.refuseAddress,
      requireConfirmation: createRequireConfirmation({
        database,
        clock,
        newId,
        digestKey: fingerprintKey,
        summarize: console.summarize,
      }),
      cursors: createCursorSigner(cursorKey),
      rateLimiter,
      metrics: createHttpMetrics(registry, logger),
      requestObserver: requestLog,
      overload: config.overload,
      trustProxy: config.trustProxy,
      lists: transferTypeLists(config.chains.names),
      plugins: parts.plugins ?? [],
    },
    config.roles.has("api") ? [...routes, ...console.routes, ...console.providerRoutes] : routes,
  );
  return { server, batcher };
}
