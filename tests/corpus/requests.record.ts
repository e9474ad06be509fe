import { createHash } from "node:crypto";
import fc from "fast-check";
import { test } from "vitest";
import { withClient } from "../../service/src/db/client.ts";
import { statement } from "../../service/src/db/statement.ts";
import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import { type Clock, instantFromMs, systemClock } from "../../service/src/kernel/instant.ts";
import { startTestApi, type TestApi } from "../../service/test/api.ts";
import { createUser } from "../../service/test/console.ts";
import { createTestDatabase } from "../../service/test/database.ts";
import { createAsk } from "../fuzz/ask.ts";
import { bothDocuments } from "../fuzz/both-documents.ts";
import { type CommandContext, prepareContext } from "../fuzz/context.ts";
import type { GeneratedRequest } from "../fuzz/generated-request.ts";
import { type Operation, operationsOf } from "../fuzz/operations.ts";
import { goodRequestAt, requestsAt } from "../fuzz/requests.ts";
import type { ObservedResponse } from "../fuzz/seen-response.ts";
import { webhookSettings } from "../fuzz/webhook-context.ts";
import { maskTimes, numberIds, withoutCursors } from "./aliases.ts";
import { corpusFolder } from "./corpus-folder.ts";
import { changedRows, namesIn, presentTables, readSnapshot } from "./dump-tables.ts";
import { maskFragments, maskMeasures, maskSecrets, requestMasks, unrecordedPaths } from "./masks.ts";
import { type Json, type Part, partOf, writePart } from "./part.ts";

const timeLimitMs = 600_000;
const generatedPerOperation = 3;
/** A Monday in winter, 10:00 in New York: banks are open on every day of the calendar that runs it. */
const start = Date.UTC(2025, 1, 3, 15);
const masterKey = Buffer.alloc(32, 7);
const environment = {
  RATE_LIMIT: "off",
  NEW_ACCESS_HOURS: "0",
  TRUST_PROXY: "*",
  BASE_URL: "http://127.0.0.1:8080",
  ...webhookSettings,
};

test("requests to every operation, valid and generated ones, and what they leave", {
  timeout: timeLimitMs,
}, async () => {
  const testDatabase = await createTestDatabase({ maxConnections: 20, isPlain: true });
  const clock = runningFrom(start);
  const prepared = await startTestApi({ testDatabase, clock, masterKey, environment });
  const context = await prepareContext(prepared, masterKey);
  const user = await createUser(prepared, { operatorRole: "admin", clock });
  await prepared.app.drain();
  const snapshot = () => withClient(testDatabase.superuserTarget, "florin corpus", readSnapshot);
  // Which scheduled jobs were waiting when the workers stopped depends on the machine.
  await testDatabase.database.run(statement("DELETE FROM jobs"));
  const before = await snapshot();
  // Without workers, nothing happens between two requests.
  const api = await startTestApi({
    testDatabase,
    clock,
    masterKey,
    environment: { ...environment, FLORIN_ROLES: "api" },
  });
  try {
    const responses = await record(api, context, user.cookie);
    await writePart(corpusFolder(), "responses", responses);
    await api.app.drain();
    const after = await snapshot();
    const name = namesIn(after);
    const options = { masks: requestMasks, rewrite: (text: string) => maskSecrets(maskTimes(name(text))) };
    const changed = changedRows(presentTables(before, options), presentTables(after, options));
    await writePart(corpusFolder(), "response-tables", changed);
  } finally {
    await testDatabase.drop();
  }
});

/** Weekdays and hours decide what banks do. */
function runningFrom(startMs: number): Clock {
  const began = systemClock.now();
  return { now: () => instantFromMs(startMs + systemClock.now() - began) };
}

async function record(api: TestApi, context: CommandContext, cookie: string): Promise<Part> {
  const { account_id: accounts = [] } = context.known;
  const inConsole = {
    ...context,
    cookie,
    known: { ...context.known, tenant_id: accounts, network: ["testnet", "mainnet"] },
  };
  return partOf([
    ...(await recordAt(api, api.app.document, context)),
    ...(await recordAt(api, api.app.consoleDocument, inConsole)),
  ]);
}

async function recordAt(
  api: TestApi,
  document: OpenApiDocument,
  context: CommandContext,
): Promise<readonly (readonly [string, string, Json])[]> {
  const ask = createAsk(api, bothDocuments(api.app.document, api.app.consoleDocument));
  const entries: (readonly [string, string, Json])[] = [];
  for (const operation of operationsOf(document)) {
    const { operationId, accept, path } = operation;
    if (unrecordedPaths.has(path) || accept !== undefined || operationId.startsWith("workspace.")) continue;
    for (const [index, request] of requestsTo(operation, document, context).entries()) {
      const response = await ask(request).catch(unlessPage);
      entries.push([
        `${operation.method} ${path}`,
        `request ${index + 1}`,
        shown(request, response, context),
      ]);
    }
  }
  return entries;
}

/** A valid one, and generated ones that depend on this operation only. */
function requestsTo(
  operation: Operation,
  document: OpenApiDocument,
  context: CommandContext,
): readonly GeneratedRequest[] {
  const seed = createHash("sha256").update(operation.operationId).digest().readInt32BE();
  const arbitrary = requestsAt([operation], document, context);
  const good = goodRequestAt(operation, context);
  const generated = fc.sample(arbitrary, { seed, numRuns: generatedPerOperation });
  return good === undefined ? generated : [good, ...generated];
}

const pageOfConsole = "The console has not been built";

/** The page of the console depends on its build. */
function unlessPage(error: unknown): undefined {
  if (!(error instanceof Error && error.message.includes(pageOfConsole))) throw error;
}

function isPage({ target }: Pick<GeneratedRequest, "target">, { headers }: ObservedResponse): boolean {
  return target.startsWith("/console/") && headers.get("content-type")?.startsWith("text/html") === true;
}

function shown(
  { method, target }: GeneratedRequest,
  response: ObservedResponse | undefined,
  { names }: CommandContext,
): Json {
  const number = numberIds();
  const rewrite = (text: string): string => {
    const named = [...names].reduce((left, [value, name]) => left.replaceAll(value, `<${name}>`), text);
    return number(maskSecrets(maskTimes(named)));
  };
  const request = `${method} ${maskFragments(rewrite(target))}`;
  if (response === undefined || isPage({ target }, response)) return { request, response: "none" };
  const { status, headers, text } = response;
  return { request, status, type: headers.get("content-type"), body: parsed(maskMeasures(rewrite(text))) };
}

function parsed(text: string): Json {
  try {
    return withoutCursors(JSON.parse(text) as Json);
  } catch {
    return text.split("\n");
  }
}
