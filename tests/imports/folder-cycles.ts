import type { ICruiseResult } from "dependency-cruiser";

/** For each folder that takes part in a cycle, the shortest way back to it, with one import for each step. */
export function folderCycles({ modules }: Pick<ICruiseResult, "modules">): readonly string[] {
  const graph = folderGraph(modules);
  const cycles = new Map<string, string>();
  for (const folder of [...graph.keys()].sort()) {
    const path = shortestCycle(graph, folder);
    if (path === undefined) continue;
    const members = [...new Set(path)].sort().join(" ");
    if (!cycles.has(members)) cycles.set(members, describe(graph, path));
  }
  return [...cycles.values()];
}

/** Folder to the folders that it imports, each with one of the imports. */
type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, string>>;

// It lists the tables of all modules, and is part of none.
const listOfTables = "service/src/tables.ts";

function folderGraph(modules: ICruiseResult["modules"]): FolderGraph {
  const graph = new Map<string, Map<string, string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    if (from === undefined || source.endsWith(".test.ts") || source === listOfTables) continue;
    const imported = graph.get(from) ?? new Map<string, string>();
    graph.set(from, imported);
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to !== undefined && to !== from && !imported.has(to)) imported.set(to, `${source} → ${resolved}`);
    }
  }
  return graph;
}

/** A module of the service, or the sandbox. A file directly in `src`, such as `app.ts`, is part of the folder it names. */
function folderOf(path: string): string | undefined {
  return /^service\/src\/([^/.]+)/.exec(path)?.[1] ?? /^(sandbox)\/src\//.exec(path)?.[1];
}

function shortestCycle(graph: FolderGraph, start: string): readonly string[] | undefined {
  const paths = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? "")?.keys() ?? []) {
      if (next === start) return [...path, start];
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return undefined;
}

function describe(graph: FolderGraph, path: readonly string[]): string {
  const steps = path.slice(1).map((to, index) => graph.get(path[index] ?? "")?.get(to));
  return `${path.join(" → ")}: ${steps.join(", ")}`;
}
