import ts from "typescript";
import { inspect, isCode, isTestOrBench, lineSpan } from "./syntax.ts";
import { linesMatching, type TidyRule, type Tree } from "./tree.ts";

/** Code style rules. */
export const codeRules: readonly TidyRule[] = [
  { name: "no work is put off in a comment", check: deferredWork },
  { name: "no test is focused, skipped or announced", check: unevenTests },
  { name: "a source file has at most 400 lines", check: longFiles },
  { name: "a function has at most 60 lines", check: longFunctions },
  { name: "SQL is only in stores and in db, jobs and events", check: strayingSql },
  { name: "exports are named", check: defaultExports },
  { name: "money never becomes a float", check: unitsAsNumbers },
];

const maxFileLines = 400;
const maxFunctionLines = 60;

// In two halves, so that the rule does not match itself.
const deferral = new RegExp(`\\b(?:${["TO" + "DO", "FIX" + "ME", "X" + "XX"].join("|")})\\b`);

function deferredWork(tree: Tree): string[] {
  return tree.files
    .filter((file) => file.path !== "package-lock.json")
    .flatMap((file) => linesMatching(file, deferral, "do it, or open an issue for it"));
}

/** `test.skipIf(condition)` is allowed: its condition is explicit, and it runs everywhere else. */
function unevenTests(tree: Tree): string[] {
  return inspect(
    tree,
    () => true,
    (node) => {
      if (!ts.isPropertyAccessExpression(node)) return undefined;
      const isUneven = ["only", "skip", "todo"].includes(node.name.text);
      return isUneven && /^(?:test|it|describe|suite)\b/.test(node.expression.getText())
        ? "every test runs, every time"
        : undefined;
    },
  );
}

function longFiles(tree: Tree): string[] {
  return tree.files
    .filter((file) => isCode(file.path) && !isGenerated(file.path))
    .map((file) => ({ path: file.path, lines: file.text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > maxFileLines)
    .map(({ path, lines }) => `${path}:1: has ${lines} lines, which is two ideas`);
}

function longFunctions(tree: Tree): string[] {
  return inspect(
    tree,
    (path) => !isGenerated(path),
    (node) => {
      if (!ts.isFunctionLike(node) || isSuite(node)) return undefined;
      const lines = lineSpan(node);
      return lines > maxFunctionLines ? `the function has ${lines} lines; split it` : undefined;
    },
  );
}

/** The body of `describe(…)` is not counted as a function. */
function isSuite(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && /^(?:describe|suite)\b/.test(node.parent.expression.getText());
}

const sql = /\bSELECT\b.*\bFROM\b|\bINSERT\s+INTO\b|\bUPDATE\b.+\bSET\b|\bDELETE\s+FROM\b|\bMERGE\s+INTO\b/s;
const mayHoldSql = /(?:^|[/-])store\.ts$|^service\/src\/(?:db|jobs|events)\//;

function strayingSql(tree: Tree): string[] {
  return inspect(
    tree,
    (path) => !mayHoldSql.test(path) && !isTestOrBench(path),
    (node) => {
      const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
      return isText && sql.test(node.getText()) ? "SQL belongs into the module's store.ts" : undefined;
    },
  );
}

function defaultExports(tree: Tree): string[] {
  return inspect(
    tree,
    (path) => !/\.config\.[cm]?[jt]s$|\.cjs$/.test(path),
    (node) => {
      const isDefault =
        ts.isExportAssignment(node) ||
        node.kind === ts.SyntaxKind.DefaultKeyword ||
        (ts.isExportSpecifier(node) && node.name.text === "default");
      return isDefault && !ts.isCaseBlock(node.parent) ? "name the export" : undefined;
    },
  );
}

function unitsAsNumbers(tree: Tree): string[] {
  return inspect(
    tree,
    () => true,
    (node) => {
      if (!ts.isCallExpression(node)) return undefined;
      const converts = /^(?:Number|Number\.parseFloat|parseFloat|Number\.parseInt|parseInt)$/;
      const [first] = node.arguments;
      return converts.test(node.expression.getText()) &&
        first !== undefined &&
        /[uU]nits$/.test(first.getText())
        ? "units are bigint and stay bigint"
        : undefined;
    },
  );
}

function isGenerated(path: string): boolean {
  return /(?:^|\/)generated\/|\.generated\.[jt]sx?$|\.d\.ts$/.test(path);
}
