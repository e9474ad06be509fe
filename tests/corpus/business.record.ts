import { test } from "vitest";
import { withClient } from "../../service/src/db/client.ts";
import { statement } from "../../service/src/db/statement.ts";
import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import type { AccountId } from "../../service/src/kernel/id.ts";
import { instantFromMs } from "../../service/src/kernel/instant.ts";
import { openFile } from "../../service/src/rails/engine/bank-operations.ts";
import { foldLogs } from "../../service/src/statistics/index.ts";
import { consoleHeader } from "../../service/src/users/sessions/identify-session-user.ts";
import type { WebhookPost } from "../../service/src/webhooks/sender.ts";
import { startTestApi, type TestApi } from "../../service/test/api.ts";
import { type Business, businessMasterKey } from "../../service/test/business/open-business.ts";
import { simulateBusiness } from "../../service/test/business/simulate-business.ts";
import { createUser } from "../../service/test/console.ts";
import type { Rewrite } from "./aliases.ts";
import { corpusFolder } from "./corpus-folder.ts";
import { namesIn, presentTables, readSnapshot } from "./dump-tables.ts";
import { businessMasks, maskReads, unreadPaths } from "./masks.ts";
import { type Part, partOf, writePart } from "./part.ts";
import { publishEvents, subscribeToAll } from "./publish-events.ts";
import { recordReads } from "./reads.ts";

// A seed with which every kind of event is seen in few transfers.
const seed = 1;
const transfers = 120;
const timeLimitMs = 600_000;
const began = instantFromMs(Date.UTC(2025, 0, 1));

test("a business: its tables, bank files, webhooks, and what the endpoints show of it", {
  timeout: timeLimitMs,
}, async () => {
  await simulateBusiness({ seed, transfers, isPlain: true, isSteady: true, atEnd: record });
});

async function record(business: Business): Promise<void> {
  const { testDatabase, clock, newId } = business;
  const { database } = testDatabase;
  await subscribeToAll(business, began);
  const posts = await publishEvents(business);
  await foldLogs(database, new AbortController().signal);
  const snapshot = await withClient(testDatabase.superuserTarget, "florin corpus", readSnapshot);
  const name = namesIn(snapshot);
  const folder = corpusFolder();
  await writePart(folder, "tables", presentTables(snapshot, { masks: businessMasks, rewrite: name }));
  await writePart(folder, "bank-files", await readBankFiles(business, name));
  await writePart(folder, "webhooks", webhooksOf(posts, name));
  const environment = { FLORIN_ROLES: "api", RATE_LIMIT: "off" };
  const api = await startTestApi({ testDatabase, clock, newId, masterKey: businessMasterKey, environment });
  try {
    const tenants = (await database.rows(selectTenants)).map(({ id }) => id);
    await writePart(folder, "reads", await readAsBoth(api, tenants, (text) => maskReads(name(text))));
  } finally {
    await api.stop();
  }
}

function webhooksOf(posts: readonly WebhookPost[], name: Rewrite): Part {
  const bodies = posts.map(({ url, body }) => ({ url, event: JSON.parse(name(body)) }));
  const entries = bodies.map(({ url, event }) => [event.type, `${event.id} to ${name(url)}`, event] as const);
  return partOf(entries.toSorted(([, left], [, right]) => (left < right ? -1 : 1)));
}

const selectTenants = statement<{ readonly id: AccountId }>(
  "SELECT id FROM accounts WHERE kind = 'managing' ORDER BY id",
);
const selectOfTenant = statement<{ readonly id: AccountId }>(
  "SELECT id FROM accounts WHERE tenant_id = $1 ORDER BY id",
);
const selectFiles = statement<{ readonly id: string }>("SELECT id FROM bank_files ORDER BY id");

async function readBankFiles({ database, keyRing }: Business, name: Rewrite): Promise<Part> {
  const entries: (readonly [string, string, readonly string[]])[] = [];
  for (const { id } of await database.rows(selectFiles)) {
    const { file, bytes } = await openFile({ keyRing }, database, id);
    entries.push([
      `${file.direction} ${file.name.replace(/^.*\./, "")}`,
      name(id),
      name(bytes.toString()).split("\n"),
    ]);
  }
  return partOf(entries);
}

/** As an operator in the console, and as an application of the first tenant. */
async function readAsBoth(
  api: TestApi,
  [tenant, ...others]: readonly AccountId[],
  rewrite: Rewrite,
): Promise<Part> {
  if (tenant === undefined) throw new Error("the business has no tenants");
  const user = await createUser(api, { operatorRole: "admin", clock: api.clock });
  const client = await api.createClient({ accountId: tenant });
  const read = (
    document: OpenApiDocument,
    headers: Readonly<Record<string, string>>,
    known: Readonly<Record<string, readonly string[]>>,
  ): Promise<Part> => {
    const get = (target: string) => fetch(api.baseUrl + target, { headers, redirect: "manual" });
    return recordReads({ document, get, known, leftOut: unreadPaths, rewrite });
  };
  const ofTenant = (await api.database.rows(selectOfTenant, [tenant])).map(({ id }) => id);
  const asOperator = await read(
    api.app.consoleDocument,
    { cookie: user.cookie, [consoleHeader]: "1" },
    {
      tenant_id: [tenant, ...others],
      network: ["testnet"],
    },
  );
  const asApplication = await read(
    api.app.document,
    { authorization: `Bearer ${client.token}` },
    {
      account_id: ofTenant,
    },
  );
  return new Map([...asOperator, ...asApplication]);
}
