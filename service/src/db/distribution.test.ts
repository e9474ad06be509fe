import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { distribution, placementOf } from "./distribution.ts";
import { statement } from "./statement.ts";

interface CommentedTable {
  readonly name: string;
  readonly comment: string | undefined;
}

const selectTables = statement<CommentedTable>(`
  SELECT relname::text AS name, obj_description(oid, 'pg_class') AS comment FROM pg_class
   WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') ORDER BY relname`);

function placementProblems(tables: readonly CommentedTable[]): readonly string[] {
  const placed = distribution.flatMap((placement) => placement.tables);
  const known = new Set(tables.map(({ name }) => name));
  return [
    ...placed.filter((name) => !known.has(name)).map((name) => `${name} does not exist`),
    ...placed.filter((name, index) => placed.indexOf(name) !== index).map((name) => `${name} has two places`),
    ...tables.flatMap(({ name, comment }) => {
      const kind = placementOf(name);
      if (kind === undefined) return [`${name} has no place`];
      const isTenants = comment?.startsWith("tenant") === true;
      return isTenants === (kind === "distributed") ? [] : [`${name} is ${kind}, and its comment differs`];
    }),
  ];
}

test("every table has one place in a distributed database, which agrees with its comment", async () => {
  await using env = await createTestDatabase();
  const tables = await env.database.rows(selectTables);
  expect(tables.length).toBeGreaterThan(100);
  expect(placementProblems(tables)).toEqual([]);
  expect(placementProblems([...tables, { name: "added", comment: "tenant: planted" }])).toEqual([
    "added has no place",
  ]);
  const swapped = tables.map((table) =>
    table.name === "jobs" ? { name: "jobs", comment: "tenant: planted" } : table,
  );
  expect(placementProblems(swapped)).toEqual(["jobs is coordinator, and its comment differs"]);
  expect(placementProblems(tables.filter(({ name }) => name !== "jobs"))).toEqual(["jobs does not exist"]);
});
