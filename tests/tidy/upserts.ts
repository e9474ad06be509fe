import ts from "typescript";
import { tables } from "../../service/src/tables.ts";
import { inspect, isTestOrBench } from "./syntax.ts";
import type { TidyRule, Tree } from "./tree.ts";

/** Rules for INSERT … SELECT … ON CONFLICT, which PostgreSQL and Citus run differently. */
export const upsertRules: readonly TidyRule[] = [
  { name: "no row count of INSERT … SELECT … ON CONFLICT decides", check: countedUpserts },
  { name: "no parameter follows ON CONFLICT of rows from unnest", check: untypedParameters },
];

/**
 * When Citus pulls the rows of such a statement to the coordinator, it reports the rows that it sent, not those that
 * were inserted. `RETURNING` returns the inserted rows everywhere.
 */
function countedUpserts(tree: Tree): string[] {
  return inspect(
    tree,
    (path) => !isTestOrBench(path),
    (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
      const [run] = node.arguments;
      if (node.expression.name.text !== "run" || run === undefined || !isUsed(node)) return undefined;
      return isUpsert(textOf(run)) ? "use RETURNING and count its rows" : undefined;
    },
  );
}

/** Citus inserts rows that come from no table in a statement of its own, where later parameters have no type. */
function untypedParameters(tree: Tree): string[] {
  return inspect(
    tree,
    (path) => !isTestOrBench(path),
    (node) => {
      if (!ts.isTemplateExpression(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return undefined;
      const [, table = "", source = ""] = upsertWithParameter.exec(node.getText()) ?? [];
      const { place = "local" } = tables.get(table) ?? {};
      return place !== "local" && /\bFROM\s+unnest\b/.test(source)
        ? "use excluded, or a constant in the text"
        : undefined;
    },
  );
}

const upsertWithParameter =
  /\bINSERT INTO (\w+)((?:(?!\bON CONFLICT\b|\bVALUES\b).)*)\bON CONFLICT\b(?:(?!\bRETURNING\b).)*\$\d/s;

/** False for a call on a line of its own, awaited or not. */
function isUsed(call: ts.Node): boolean {
  const { parent } = call;
  return ts.isAwaitExpression(parent) ? isUsed(parent) : !ts.isExpressionStatement(parent);
}

function isUpsert(sql: string): boolean {
  return /\bINSERT INTO\b.*\bSELECT\b.*\bON CONFLICT\b/s.test(sql) && !/\bRETURNING\b/.test(sql);
}

/** The statement, or where it is declared in the same file. */
function textOf(argument: ts.Expression): string {
  if (!ts.isIdentifier(argument)) return argument.getText();
  const declared = argument
    .getSourceFile()
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name }) => name.getText() === argument.text);
  return declared?.initializer?.getText() ?? "";
}
