import type { Database, Session } from "../src/db/database.ts";
import { type SqlValue, type Statement, statement } from "../src/db/statement.ts";

/** Number of rows that a read scans, including those it filters out. */
export function createRowsRead(
  database: Database,
): (read: (session: Session) => Promise<unknown>) => Promise<number> {
  return async (read) => rowsReadBy(database, await overhear(read));
}

async function rowsReadBy(database: Database, { text, values }: Overheard): Promise<number> {
  await database.run(statement(`PREPARE overheard AS ${text}`));
  const row = await database.first(
    statement<{ readonly "QUERY PLAN": readonly [{ readonly Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE overheard (${values.map(literal).join()})`,
    ),
  );
  await database.run(statement("DEALLOCATE overheard"));
  const plan = row?.["QUERY PLAN"][0].Plan;
  if (plan === undefined) throw new Error("no query plan");
  return rowsReadIn(plan);
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly PlanNode[];
}

function rowsReadIn(node: PlanNode): number {
  const within = (node.Plans ?? []).reduce((sum, child) => sum + rowsReadIn(child), 0);
  if (node["Relation Name"] === undefined) return within;
  const each =
    node["Actual Rows"] +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  return within + each * node["Actual Loops"];
}

interface Overheard {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Captures the statement that would run. */
async function overhear(read: (session: Session) => Promise<unknown>): Promise<Overheard> {
  const heard: Overheard[] = [];
  const hear = ({ text }: Statement, values: readonly SqlValue[] = []): void =>
    void heard.push({ text, values });
  await read({
    rows: async (said, values) => {
      hear(said, values);
      return [];
    },
    first: async (said, values) => {
      hear(said, values);
      return undefined;
    },
    run: async (said, values) => {
      hear(said, values);
      return 0;
    },
  });
  const [first] = heard;
  if (first === undefined) throw new Error("no statement was run");
  return first;
}

function literal(value: SqlValue): string {
  if (value === null || value === undefined) return "NULL";
  if (Array.isArray(value)) return `ARRAY[${value.map((each) => `'${String(each)}'`).join()}]::text[]`;
  return `'${String(value)}'`;
}
