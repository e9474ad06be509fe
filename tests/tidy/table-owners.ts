import { posix } from "node:path";
import ts from "typescript";
import { tables } from "../../service/src/tables.ts";
import { inspect, isTestOrBench } from "./syntax.ts";
import type { TidyRule, Tree } from "./tree.ts";

/** Other modules read a view that the owner exports, and call its functions. */
export const tableOwnerRules: readonly TidyRule[] = [
  { name: "only the module that owns a table names it in SQL", check: foreignTables },
];

/** Tables of others that a file may name. */
const exceptions: Readonly<Record<string, string>> = {
  // A migration runs before this build's modules may read the table, which a migration before it may create.
  "service/src/db/migrate.ts": "nodes",
};

function foreignTables(tree: Tree): string[] {
  return inspect(
    tree,
    (path) => moduleOf(path) !== undefined && !isTestOrBench(path),
    (node, { path }) => {
      if (isForeignDeclaration(node, path)) return "these tables belong to another module";
      const foreign = tablesIn(node).find(
        (name) => tables.get(name)?.owner !== moduleOf(path) && exceptions[path] !== name,
      );
      return foreign === undefined ? undefined : `the table ${foreign} belongs to another module`;
    },
  );
}

function moduleOf(path: string): string | undefined {
  return /^service\/src\/([^/]+)\//.exec(path)?.[1] ?? /^(sandbox)\/src\//.exec(path)?.[1];
}

/** The tables that a text names, without those of texts in it. */
function tablesIn(node: ts.Node): readonly string[] {
  const isText =
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node);
  if (!isText) return [];
  const named = node.text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ONLY|USING)\s+(\w+)/g);
  return [...named].map(([, name = ""]) => name).filter((name) => tables.has(name));
}

/** Its methods make statements. */
function isForeignDeclaration(node: ts.Node, path: string): boolean {
  if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return false;
  const imported = posix.join(posix.dirname(path), node.moduleSpecifier.text);
  const owner = moduleOf(imported);
  return imported.endsWith("/tables.ts") && owner !== undefined && owner !== moduleOf(path);
}
