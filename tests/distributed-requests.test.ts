import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { withClient } from "../service/src/db/client.ts";
import { acrossTenants, inOneLine } from "../service/test/across-tenants.ts";
import { exercise } from "../service/test/all-statements.ts";
import { startTestApi } from "../service/test/api.ts";
import { createTestDatabase } from "../service/test/database.ts";
import { readDeclaredStatements } from "../service/test/declared-statements.ts";
import { citusUrl, openDatabasePair } from "../service/test/distributed-database.ts";
import { recordCalls, type StatementCall } from "../service/test/statement-calls.ts";
import { prepareContext } from "./fuzz/context.ts";
import { fuzzApi } from "./fuzz/fuzz-api.ts";
import { webhookSettings } from "./fuzz/webhook-context.ts";

const environment = { RATE_LIMIT: "off", NEW_ACCESS_HOURS: "0", ...webhookSettings };
const manyCalls = 150;
const root = join(import.meta.dirname, "..");
const sources = join(root, "service/src");

describe.skipIf(citusUrl === undefined)("on Citus (CITUS_DATABASE_URL)", () => {
  test("a request of each API operation runs statements of one shard only", async () => {
    const calls = await recordRequests();
    expect(calls.length).toBeGreaterThan(manyCalls);
    await using pair = await openDatabasePair(citusUrl ?? "", async () => {});
    const [found, planted] = await withClient(pair.distributed, "florin test", async (client) => [
      await severalShards(client, calls),
      await severalShards(client, [{ text: "SELECT id FROM transfers WHERE id = $1", values: ["x"] }]),
    ]);
    expect(planted).toEqual(["8 tasks: SELECT id FROM transfers WHERE id = $1"]);
    const reviewed = acrossTenants.flatMap(({ statements }) => Object.values(statements).flat());
    expect(found.filter((text) => !reviewed.some((part) => text.includes(part)))).toEqual([]);
  });
});

test("each statement that is reviewed as one across tenants exists", async () => {
  const reviewed = acrossTenants.flatMap(({ statements }) => Object.entries(statements));
  const stores = new Set([...reviewed.map(([store]) => store), "db/table-statements.ts", "db/list.ts"]);
  const paths = [...stores].map((store) => join(sources, store));
  const declared = await readDeclaredStatements(root, paths, exercise);
  const missing = reviewed.flatMap(([store, parts]) => {
    const own = declared.filter(({ place }) => place.startsWith(`service/src/${store}:`));
    const texts = own.flatMap((each) => each.texts.map(inOneLine));
    return parts.filter((part) => !texts.some((text) => text.includes(part)));
  });
  expect(missing).toEqual([]);
});

/** The statements of one valid request to each operation, as they are on Citus. */
async function recordRequests(): Promise<readonly StatementCall[]> {
  const masterKey = randomBytes(32);
  const testDatabase = await createTestDatabase({ maxConnections: 20 });
  const api = await startTestApi({ testDatabase, environment, masterKey });
  try {
    const context = await prepareContext(api, masterKey);
    const { calls } = await recordCalls(() => fuzzApi(api, context, { seed: 1, requests: 0, workers: 0 }));
    const byText = new Map(calls.map((call) => [call.text, call]));
    return [...byText.values()];
  } finally {
    await api.stop();
  }
}

async function severalShards(client: pg.Client, calls: readonly StatementCall[]): Promise<readonly string[]> {
  const found: string[] = [];
  // A statement of the dispatcher reads it.
  await client.query("SET florin.is_dispatching = 'true'");
  for (const { text, values } of calls.filter((call) => !isOfNoTable(call))) {
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${withValues({ text, values })}`);
    const counts = [...JSON.stringify(rows).matchAll(/"Task Count":(\d+)/g)].map(([, count]) =>
      Number(count),
    );
    const most = Math.max(0, ...counts);
    if (most > 1) found.push(`${most} tasks: ${inOneLine(text)}`);
  }
  return found;
}

/** Citus explains statements of several steps only without parameters. */
function withValues({ text, values }: StatementCall): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = values[Number(number) - 1];
    if (value === null || value === undefined) return "NULL";
    if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString("hex")}`);
    if (typeof value === "string" || typeof value === "bigint") return pg.escapeLiteral(String(value));
    return pg.escapeLiteral(JSON.stringify(value));
  });
}

/** A table of the test itself, and statements that have no plan. */
function isOfNoTable({ text }: StatementCall): boolean {
  return /\bnotes\b/.test(text) || text.trimStart().startsWith("VACUUM");
}
