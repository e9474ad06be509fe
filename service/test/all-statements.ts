import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { tables } from "../src/tables.ts";
import type { LoadedList, LoadedModules } from "./declared-statements.ts";

/** Every file of the service and the sandbox that declares a statement. */
export async function filesWithStatements(root: string): Promise<readonly string[]> {
  const folders = ["service/src", "sandbox/src"].map((folder) => join(root, folder));
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  const paths = found.flat().filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return paths.filter((_, index) => /\b(?:statement|list)[<(]|\/tables\.ts"/.test(texts[index] ?? "")).sort();
}

const at = 1_700_000_000_000;
const session = { rows: async () => [], first: async () => undefined };

const text = "x";
const fragment = { tail: { from: text, to: text }, prefix: { from: text, to: text }, text };
const searches = [
  { kind: "amount", units: 1n, cents: 1n },
  { kind: "failure", code: text },
  { kind: "reason", code: text },
  { kind: "id", id: text },
  { kind: "fragment", fragment },
  { kind: "transaction", transactionId: text, ids: [] },
  { kind: "transaction", transactionId: text, ids: [text] },
];
/** Values of filters that are no texts, and those that make another statement. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  search: searches,
  status: ["complete", "pending", "reversed", "failed", "processing"],
  resources: [["transfer"], ["token_mint", "token_burn"]],
  createdFrom: [at],
  transferTypes: [[text]],
  isLive: [true, false],
  operatorsOnly: [true, false],
  since: [at],
  until: [at],
  withoutActions: [[text]],
};
const samplesOf = (name: string): readonly unknown[] => samples[name] ?? [text];
const scopeNames = ["tenantId", "network", "resources", "step"];

function sampled(filters: object, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    names.filter((name) => name in filters).map((name) => [name, samplesOf(name)[0]]),
  );
}

/** What a list can compose: each filter alone, all of them together, and each order both ways. */
async function composeList({ list, sessionOfRead }: LoadedList): Promise<void> {
  const { filters, orders = { created: [] } } = list.definition;
  const names = Object.keys(filters);
  const scope = sampled(filters, scopeNames);
  const use = { bind: () => "$1", filters: scope };
  const isOf = (name: string, value: unknown): boolean => {
    const filter = filters[name];
    return typeof filter !== "function" || filter(value as never, use) !== undefined;
  };
  const each = names.flatMap((name) =>
    samplesOf(name)
      .filter((value) => isOf(name, value))
      .map((value) => ({ ...scope, [name]: value })),
  );
  const sorts = Object.keys(orders).map((by) => ({ ...scope, sort: { by, isDescending: true } }));
  const all = sampled(filters, names);
  const periods = [{ ...all, createdAfter: at, createdBefore: at }];
  for (const query of [scope, all, ...each, ...sorts, ...periods] as readonly object[])
    for (const direction of ["after", "before"] as const) {
      const part = { direction, position: "a b", limit: 1 };
      await list.read(sessionOfRead(), query as never, part);
      await list.read(sessionOfRead(), query as never, { ...part, maxRead: Number.POSITIVE_INFINITY });
      await list.totals(session as never, query as never, 1);
    }
}

/** Reads the lists, and rewraps the tables, for `readDeclaredStatements`. */
export async function exercise(modules: LoadedModules, lists: readonly LoadedList[]): Promise<void> {
  rewrapTables(modules);
  for (const loaded of lists) await composeList(loaded);
}

/** As `exercise`, with a page and the totals of each list without filters. */
export async function exerciseUnfiltered(
  modules: LoadedModules,
  lists: readonly LoadedList[],
): Promise<void> {
  rewrapTables(modules);
  for (const { list, sessionOfRead } of lists) {
    const query = sampled(list.definition.filters, scopeNames);
    await list.read(sessionOfRead(), query as never, { limit: 1 });
    await list.totals(session as never, query as never, 1);
  }
}

function rewrapTables(modules: LoadedModules): void {
  const { sealedTable } = modules["service/src/admin/sealed-store.ts"] ?? {};
  for (const table of tables.values()) if (typeof sealedTable === "function") sealedTable(table);
}
