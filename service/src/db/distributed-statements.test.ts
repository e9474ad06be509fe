import { join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { exercise, filesWithStatements } from "../../test/all-statements.ts";
import { simulateBusiness } from "../../test/business/simulate-business.ts";
import { readDeclaredStatements } from "../../test/declared-statements.ts";
import { citusUrl, openDatabasePair } from "../../test/distributed-database.ts";
import { readParameterSamples } from "../../test/sample-parameters.ts";
import { recordCalls, type StatementCall } from "../../test/statement-calls.ts";
import { readTables, type TableRows, writeTables } from "../../test/table-copy.ts";
import { withClient } from "./client.ts";
import type { ConnectionTarget } from "./pool.ts";

const root = join(import.meta.dirname, "../../..");

describe.skipIf(citusUrl === undefined)("on Citus (CITUS_DATABASE_URL)", () => {
  test("every statement has the same result on plain and on distributed PostgreSQL", async () => {
    const { calls, tables } = await recordBusiness();
    await using pair = await openDatabasePair(citusUrl ?? "", (target) => fill(target, tables));
    const statements = await readDeclaredStatements(root, await filesWithStatements(root), exercise);
    const differences = await withClient(pair.plain, "florin test", (plain) =>
      withClient(pair.distributed, "florin test", async (distributed) => {
        const samples = await readParameterSamples(plain);
        const found: string[] = [];
        for (const { place, texts } of statements) {
          for (const text of texts.filter((each) => !each.trimStart().startsWith("VACUUM"))) {
            const own = calls.filter((call) => call.text === text);
            const tried = own.length > 0 ? own : [{ text, values: await samples.parametersOf(text) }];
            for (const call of tried) {
              const difference = await compareOn(plain, distributed, call);
              if (difference !== undefined) found.push(`${place}: ${difference}`);
            }
          }
        }
        return [...new Set(found)];
      }),
    );
    expect(differences).toEqual([]);
  });
});

/** A short simulation, which calls a large part of the statements, and what it leaves in the tables. */
async function recordBusiness() {
  let tables: readonly TableRows[] = [];
  const { calls } = await recordCalls(() =>
    simulateBusiness({
      seed: 41,
      transfers: 60,
      isPlain: true,
      atEnd: async ({ target }) => {
        tables = await withClient(target, "florin test", readTables);
      },
    }),
  );
  return { calls, tables };
}

function fill(target: ConnectionTarget, tables: readonly TableRows[]): Promise<void> {
  return withClient(target, "florin test", async (client) => {
    await writeTables(client, tables);
    // The two were migrated one after the other.
    await client.query("UPDATE schema_migrations SET applied_at = '2026-01-01T00:00:00Z'");
  });
}

async function compareOn(
  plain: pg.Client,
  distributed: pg.Client,
  call: StatementCall,
): Promise<string | undefined> {
  const [expected, actual] = [await outcomeOf(plain, call), await outcomeOf(distributed, call)];
  return actual === expected ? undefined : `${actual}, not ${expected}`;
}

const shownLength = 300;

/** Rows in any order, without what depends on the moment or the place of a row. */
async function outcomeOf(client: pg.Client, { text, values }: StatementCall): Promise<string> {
  await client.query("BEGIN; SET LOCAL statement_timeout = 10000");
  try {
    const { rows, fields, rowCount } = await client.query({ text, values: [...values], rowMode: "array" });
    const lines = rows.map((row: readonly unknown[]) =>
      JSON.stringify(row.map((value, index) => (isFleeting(fields[index]?.name ?? "") ? "…" : value))),
    );
    const count = hasCount(text) ? rowCount : "any number of";
    return `${count} rows: ${lines
      .sort((one, other) => (one < other ? -1 : 1))
      .join(" ")
      .slice(0, shownLength)}`;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    // The code and the constraint of an error on a worker are not always known; `errors.ts` maps them.
    return isAboutTheText(error) ? `error: ${error.message}` : "an error about the values";
  } finally {
    await client.query("ROLLBACK");
  }
}

const unsupported = "0A";
const syntaxOrAccess = "42";

function isAboutTheText({ code = "" }: pg.DatabaseError): boolean {
  return [unsupported, syntaxOrAccess].includes(code.slice(0, 2));
}

/** Citus reports the rows that it sent to the workers; no code relies on the count of such a statement. */
function hasCount(text: string): boolean {
  return !/INSERT INTO[^;]*\bSELECT\b[^;]*\bON CONFLICT\b/.test(text) || text.includes("RETURNING");
}

function isFleeting(column: string): boolean {
  return ["database_now", "serial"].includes(column);
}
