import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyPluginCallback } from "fastify";
import openapi from "../../openapi.json" with { type: "json" };
import { createManagingAccount } from "../src/accounts/index.ts";
import { type App, createApp } from "../src/app.ts";
import { createApplication } from "../src/auth/index.ts";
import { type Config, readConfig } from "../src/config.ts";
import type { Database } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import type { OpenApiDocument } from "../src/http/openapi.ts";
import type { Route } from "../src/http/route.ts";
import { isScope, scopeNames } from "../src/http/scopes.ts";
import { systemCause } from "../src/kernel/cause.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { type AccountId, createIdFactory, type Network, type NewId, tenantOf } from "../src/kernel/id.ts";
import { type Clock, systemClock } from "../src/kernel/instant.ts";
import { createLogger } from "../src/startup/logging.ts";
import { type AuditCheck, createAuditCheck } from "./audit-check.ts";
import { calmSettings, patientPool } from "./calm-limits.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { refuseEventProblems } from "./event-catalogue.ts";
import { createNotesTable, noteRoutes } from "./notes-module.ts";
import { type CheckResponse, createResponseCheck } from "./response-validation.ts";

export interface TestApi {
  readonly baseUrl: string;
  readonly app: App;
  readonly documents: Documents;
  readonly database: Database;
  readonly clock: Clock;
  readonly testDatabase: TestDatabase;
  /** Validates a response against the API document, and notes the audit log entry that must exist at the end. */
  readonly check: CheckResponse;
  /** The same with the document of another release, for the responses of its nodes. */
  checkFor(document: OpenApiDocument): CheckResponse;
  /** Sends a real request; the response is validated before the test sees it. */
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>;
  /** An application with a token, in its own account unless one is given. */
  createClient(options?: ClientOptions): Promise<TestClient>;
  /**
   * Stops everything; throws when a request changed something without an audit log entry, or when an event does not
   * match the catalogue.
   */
  stop(): Promise<void>;
}

export interface RequestOptions {
  readonly token?: string;
  readonly idempotencyKey?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent unchanged. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON, or undefined when there is none. */
  readonly body: ResponseBody;
}

// Tests read responses of every shape, which were validated against the API document before.
// biome-ignore lint/suspicious/noExplicitAny: as above
type ResponseBody = any; // oxlint-disable-line typescript/no-explicit-any

export interface ClientOptions {
  readonly scopes?: readonly string[];
  readonly network?: Network;
  readonly selfAttested?: boolean;
  readonly accountId?: AccountId;
}

export interface TestClient {
  readonly accountId: AccountId;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
}

export interface TestApiOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly newId?: NewId;
  readonly testDatabase?: TestDatabase;
  readonly masterKey?: Buffer;
  readonly plugins?: readonly FastifyPluginCallback[];
  /** Destination of log lines, for tests that read them; `LOG_LEVEL` applies. */
  readonly logDestination?: { write(line: string): void };
  /** Endpoints besides the service's own and the notes. */
  readonly moreRoutes?: readonly Route[];
  /** The test appends custom events, which need not match the catalogue. */
  readonly inventsEvents?: boolean;
}

/** The whole service on its own port and database, with the notes module besides the real ones. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const testDatabase = options.testDatabase ?? (await createTestDatabase({ maxConnections: 20 }));
  const { database, target } = testDatabase;
  await createNotesTable(database);
  const clock = options.clock ?? systemClock;
  const newId = options.newId ?? createIdFactory(clock);
  const keyRing = createKeyRing(options.masterKey ?? randomBytes(32));
  // Created on first write.
  const dataFolder = join(tmpdir(), `florin-data-${randomBytes(8).toString("hex")}`);
  const config = readConfig({
    PORT: "0",
    LOG_LEVEL: "silent",
    DATA_DIR: dataFolder,
    ...calmSettings,
    ...options.environment,
  });
  const app = await createApp({
    config,
    logger: createLogger(config, false, options.logDestination),
    clock,
    newId,
    keyRing,
    database,
    target,
    reservedPool: patientPool,
    plugins: options.plugins ?? [],
    moreRoutes: [...noteRoutes({ session: database, newId, clock }), ...(options.moreRoutes ?? [])],
  });
  const baseUrl = await app.listen().catch(async (error: unknown) => {
    await app.drain();
    throw error;
  });
  const documents = documentsOf(app, config, options.moreRoutes);
  const { checkFor, verify } = createChecks(documents.api);
  const check = checkFor(documents.api);
  const request = createRequest(baseUrl, check);
  return {
    baseUrl,
    app,
    documents,
    database,
    clock,
    testDatabase,
    check,
    checkFor,
    request,
    createClient: (clientOptions) =>
      createClient({ database, keyRing, clock, newId, request }, clientOptions),
    stop: async () => {
      await app.drain();
      try {
        await verify(database);
        if (options.inventsEvents !== true) await refuseEventProblems(database);
      } finally {
        await testDatabase.drop();
        await rm(dataFolder, { recursive: true, force: true });
      }
    },
  };
}

/** The documents of the API and of the console's API. */
interface Documents {
  readonly api: OpenApiDocument;
  readonly console: OpenApiDocument;
}

const known = new Map<string, Documents>();
const serviceOperations = new Set(operationIdsOf(openapi.paths));

/** Services that describe the same operations share their documents, which take longer to build than a service to start. */
function documentsOf(app: App, config: Config, moreRoutes: readonly Route[] = []): Documents {
  // A route of the service with dependencies of the test has the same description.
  const added = moreRoutes.map(({ operationId }) => operationId).filter((id) => !serviceOperations.has(id));
  const key = JSON.stringify([config.roles.has("api"), config.baseUrl, config.authUrl, ...added]);
  const shared = known.get(key);
  if (shared !== undefined) return shared;
  const documents = {
    api: app.document,
    get console() {
      return app.consoleDocument;
    },
  };
  known.set(key, documents);
  return documents;
}

function operationIdsOf(paths: Readonly<Record<string, object>>): readonly string[] {
  return Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }: { readonly operationId: string }) => operationId),
  );
}

/** Validates each response at once, and the audit log at the end. */
function createChecks(document: OpenApiDocument): Pick<TestApi, "checkFor"> & Pick<AuditCheck, "verify"> {
  const audit = createAuditCheck(document);
  return {
    checkFor: (described) => {
      const checkShape = createResponseCheck(described);
      return (response) => {
        checkShape(response);
        audit.note(response);
      };
    },
    verify: audit.verify,
  };
}

export function createRequest(baseUrl: string, check: CheckResponse): TestApi["request"] {
  return async (method, path, options = {}) => {
    const response = await fetch(baseUrl + path, { method, redirect: "manual", ...encode(options) });
    const text = await response.text();
    const [pathOnly = path] = path.split("?");
    check({ method, path: pathOnly, status: response.status, headers: response.headers, text });
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  };
}

function encode(options: RequestOptions): { headers: Headers; body?: NonNullable<RequestInit["body"]> } {
  const headers = new Headers(options.headers);
  if (options.token !== undefined) headers.set("authorization", `Bearer ${options.token}`);
  if (options.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);
  if (options.rawBody !== undefined) return { headers, body: options.rawBody };
  if (options.form !== undefined) return { headers, body: new URLSearchParams(options.form) };
  if (options.body === undefined) return { headers };
  if (!headers.has("content-type")) headers.set("content-type", "application/json");
  return { headers, body: JSON.stringify(options.body) };
}

function parse(text: string): ResponseBody {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type ClientDeps = Parameters<typeof createApplication>[0] & {
  readonly database: Database;
  readonly request: TestApi["request"];
};

const cause = systemCause("test");

/** Long enough for what the application requests to be approved. */
const ageAccess = statement(
  "UPDATE access_changes SET changed_at = changed_at - interval '2 days' WHERE user_id = $1",
);

async function createClient(deps: ClientDeps, options: ClientOptions = {}): Promise<TestClient> {
  const { scopes = scopeNames, network = "testnet", selfAttested = false } = options;
  const { application, clientSecret } = await deps.database.transaction(async (tx) => {
    const account = { name: "Test Account", selfAttested, cause };
    const accountId = options.accountId ?? (await createManagingAccount(deps, tx, account)).id;
    return createApplication(deps, tx, {
      tenantId: tenantOf(accountId),
      accountId,
      network,
      name: "Test Application",
      scopes: scopes.filter(isScope),
      cause,
    });
  });
  await deps.database.run(ageAccess, [application.id]);
  const reply = await deps.request("POST", "/oauth2/token", {
    form: { grant_type: "client_credentials" },
    headers: { authorization: basicAuthorization(application.id, clientSecret) },
  });
  if (reply.status !== 200) throw new Error(`no token for a test client: ${reply.text}`);
  return {
    accountId: application.accountId,
    clientId: application.id,
    clientSecret,
    token: reply.body.access_token,
  };
}

export function basicAuthorization(clientId: string, clientSecret: string): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}
