import { join } from "node:path";
import type pg from "pg";
import { beforeAll, expect, inject, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { readDeclaredStatements } from "../../test/declared-statements.ts";
import { fillLargeTables, largeTables } from "../../test/filled-tables.ts";
import { sizeOf } from "../../test/scale.ts";
import { withClient } from "./client.ts";

const rows = sizeOf("PLAN_ROWS", { usual: 20_000, long: 1_000_000 });
const root = join(import.meta.dirname, "../../..");

/** Their statements are sent for each batch of requests, in each round of a worker, or while a user types. */
const hotStores = [
  "accounts/store",
  "addresses/store",
  "audit/store",
  "chains/custody/store",
  "chains/deposits/store",
  "chains/engine/submission-store",
  "chains/engine/work-store",
  "console-api/search/search-store",
  "events/dispatcher",
  "events/event-log",
  "http/store",
  "jobs/lease",
  "jobs/settle-store",
  "jobs/store",
  "ledger/recording/store",
  "request-log/store",
  "transfers/fees/store",
  "transfers/limits/store",
  "transfers/limits/usage-store",
  "transfers/store",
  "webhooks/delivery/store",
  "webhooks/fan-out/store",
].map((name) => join(root, `service/src/${name}.ts`));

/** Counts for metrics read a whole queue, which is short in normal operation. */
const isForMetrics = (text: string): boolean => text.includes("AS waiting");
const hasPlan = (text: string): boolean => !text.startsWith("VACUUM");

/** Statements that must be found. */
const planted = {
  scan: "SELECT id FROM transfers WHERE note = $1",
  wholeTenant: "SELECT count(*) FROM transfers WHERE tenant_id = $1 AND network = $2",
  unstable:
    "SELECT address_id FROM custody_wallets WHERE network = $1 AND family = $2 AND address = ANY ($3::text[])",
} as const;

/** An id is unique in the deployment, so its own index is as good as the key of its tenant. */
const sameAs: Readonly<Record<string, string>> = {
  api_requests_by_id: "api_requests_pkey",
};
const columnsOfAll = ["tenant_id", "network"];

/** Filling takes four minutes on an idle machine. */
const hangMs = 1_800_000;

/** In smaller tables, without statistics, all indexes of a tenant cost the same. */
const comparableRows = 200_000;

/** With statistics, no statement may expect to read a larger share of a table. */
const maxShare = 0.005;

type Situation = "statistics of empty tables" | "no statistics" | "statistics";
let hot: readonly { readonly place: string; readonly text: string }[];
let plans: Readonly<Record<Situation, readonly (readonly Access[])[]>>;

beforeAll(async () => {
  const declared = await readDeclaredStatements(root, hotStores, async () => {});
  hot = declared.flatMap(({ place, texts }) =>
    texts.filter((text) => hasPlan(text) && !isForMetrics(text)).map((text) => ({ place, text })),
  );
  const texts = [...hot.map(({ text }) => text), ...Object.values(planted)];
  await using env = await createTestDatabase({ isPlain: true });
  const { adminTarget } = inject("testServer");
  const { database } = { ...adminTarget, ...env.target };
  plans = await withClient({ ...adminTarget, database }, "florin test", async (client) => {
    await client.query("ANALYZE");
    await fillLargeTables(client, rows);
    const ofEmpty = await explainAll(client, texts);
    await client.query(clearStatistics);
    const without = await explainAll(client, texts);
    await client.query("ANALYZE");
    const current = await explainAll(client, texts);
    return { "statistics of empty tables": ofEmpty, "no statistics": without, statistics: current };
  });
}, hangMs);

// Empty tables have no other statistics.
const clearStatistics = `
  SELECT pg_clear_relation_stats('public', relname) FROM pg_class
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`;

test(`hot statements find their rows by the same index, whatever the statistics (PLAN_ROWS=${rows})`, () => {
  expect(hot.length).toBeGreaterThan(100);
  expect(
    hot.flatMap(({ place }, index) =>
      problemsOf(index, rows >= comparableRows).map((problem) => `${place}: ${problem}`),
    ),
  ).toEqual([]);
});

test.each([
  ["scan", /^with .*: all of transfers$/],
  ["wholeTenant", /^\d+ rows of transfers by /],
  [
    "unstable",
    /^with .*custody_wallets_pkey \(family\), not custody_wallets_by_address \(address, family\)$/,
  ],
] as const)("a planted %s is found", (name, problem) => {
  const index = hot.length + Object.keys(planted).indexOf(name);
  expect(problemsOf(index, true)).toContainEqual(expect.stringMatching(problem));
});

/** A scan of a large table. */
interface Access {
  readonly table: string;
  /** The index, and the columns by which rows are found in it; undefined if all rows are read. */
  readonly path: string | undefined;
  readonly rows: number;
  /** Read in order, until there are enough. */
  readonly isLimited: boolean;
}

function problemsOf(index: number, comparesPaths: boolean): readonly string[] {
  const current = plans.statistics[index] ?? [];
  const expected = pathsOf(current);
  return [
    ...Object.entries(plans).flatMap(([situation, { [index]: accesses = [] }]) => [
      ...accesses.flatMap(({ table, path }) =>
        path === undefined ? [`with ${situation}: all of ${table}`] : [],
      ),
      ...(!comparesPaths || pathsOf(accesses) === expected
        ? []
        : [`with ${situation}: ${pathsOf(accesses)}, not ${expected}`]),
    ]),
    ...current
      .filter((access) => !access.isLimited && access.rows > rows * maxShare)
      .map((access) => `${access.rows} rows of ${access.table} by ${access.path}`),
  ];
}

function pathsOf(accesses: readonly Access[]): string {
  return [...new Set(accesses.map(({ path }) => path ?? "every row"))].sort().join(" and ");
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Plan Rows": number;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "TID Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

async function explainAll(
  client: pg.Client,
  texts: readonly string[],
): Promise<readonly (readonly Access[])[]> {
  const all: (readonly Access[])[] = [];
  for (const text of texts) {
    const { rows: found } = await client.query<{
      readonly "QUERY PLAN": readonly { readonly Plan: PlanNode }[];
    }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    all.push(found.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan }) => accessesIn(Plan, false))));
  }
  return all;
}

function accessesIn(node: PlanNode, isLimited: boolean): readonly Access[] {
  const { "Node Type": type, "Relation Name": table = "", Plans: children = [] } = node;
  if (type.endsWith("Scan") && largeTables.includes(table))
    return [{ table, path: pathOf(node), rows: node["Plan Rows"], isLimited }];
  const limitsChildren = type === "Limit" || (isLimited && (type === "LockRows" || type === "Result"));
  return children.flatMap((child) => accessesIn(child, limitsChildren));
}

function pathOf(node: PlanNode): string | undefined {
  if (node["TID Cond"] !== undefined) return "ctid";
  const scans = indexScansIn(node);
  if (scans.length === 0) return undefined;
  const names = scans.map((scan) => nameOf(scan["Index Name"] ?? ""));
  const conditions = scans.map((scan) => scan["Index Cond"] ?? "").join(" ");
  const columns = [...conditions.matchAll(/\("?(\w+)"? (?:=|<|>)/g)].map(([, column = ""]) => column);
  const distinctive = [...new Set(columns)].filter((column) => !columnsOfAll.includes(column)).sort();
  return `${names.sort().join(" and ")} (${distinctive.join(", ")})`;
}

function nameOf(index: string): string {
  return sameAs[index] ?? index;
}

function indexScansIn(node: PlanNode): readonly PlanNode[] {
  return node["Index Name"] === undefined ? (node.Plans ?? []).flatMap(indexScansIn) : [node];
}
