import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** What a test file needs decides its project; nothing has to be declared in the file. */
export type ProjectName = "unit" | "database" | "e2e" | "browser";

export interface TestFile {
  /** Relative to the root, with slashes. */
  readonly path: string;
  readonly project: ProjectName;
  /** Does more, with random seeds, in `npm run test:long`. */
  readonly isLong: boolean;
}

const testRoots = [
  "service",
  "sandbox",
  "cli",
  "sdk",
  "console",
  "contracts",
  "bench",
  "packaging",
  "site",
  "tests",
];
/** Helpers are followed to what they import; the service's own modules are not. */
const helperFolders = /^(?:service\/test|cli\/test|console\/test|bench|tests)\//;

const browserFiles = /^tests\/browser\//;
/** Processes, chain nodes and embedded servers. */
const e2eNeeds =
  /^node:child_process$|^service\/test\/chain-nodes\/|^sandbox\/src\/local-chains\/|^service\/src\/db\/embedded\//;
const databaseNeeds = /^service\/test\/(?:citus|database|global-setup)\.ts$/;
const longNeeds = /^fast-check$|^service\/test\/scale\.ts$/;

export function classifyTests(root: string): readonly TestFile[] {
  const needsOf = createNeedsReader(root);
  return testRoots
    .flatMap((folder) => filesUnder(root, folder))
    .filter((path) => /\.test\.tsx?$/.test(path))
    .sort()
    .map((path) => {
      const needs = [...needsOf(path)];
      const isLong = needs.some((need) => longNeeds.test(need));
      return { path, project: projectOf(path, needs), isLong };
    });
}

function projectOf(path: string, needs: readonly string[]): ProjectName {
  if (browserFiles.test(path)) return "browser";
  if (needs.some((need) => e2eNeeds.test(need))) return "e2e";
  return needs.some((need) => databaseNeeds.test(need)) ? "database" : "unit";
}

function filesUnder(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return ["node_modules", "dist"].includes(entry.name) ? [] : filesUnder(root, path);
    return [path];
  });
}

/** Everything that a file imports, with what its helpers import. */
function createNeedsReader(root: string): (path: string) => ReadonlySet<string> {
  const direct = new Map<string, readonly string[]>();
  const importsOf = (path: string): readonly string[] => {
    const known = direct.get(path) ?? readImports(root, path);
    direct.set(path, known);
    return known;
  };
  return (path) => {
    const needs = new Set<string>();
    const waiting = [path];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const found of importsOf(next)) {
        if (needs.has(found)) continue;
        needs.add(found);
        if (helperFolders.test(found) && existsSync(join(root, found))) waiting.push(found);
      }
    }
    return needs;
  };
}

const importPattern = /^(?:import|export)\s(?!type\b)[^"']*?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;
const relativeUrl = /new URL\(\s*["'](\.{1,2}\/[^"']+\.tsx?)["']/g;

function readImports(root: string, path: string): readonly string[] {
  const text = readFileSync(join(root, path), "utf8");
  const found = [...text.matchAll(importPattern), ...text.matchAll(relativeUrl)];
  return found.map(([, first, second]) => {
    const name = first ?? second ?? "";
    return name.startsWith(".") ? relative(root, resolve(root, dirname(path), name)) : name;
  });
}
