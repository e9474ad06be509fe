import ts from "typescript";
import { inspect } from "./syntax.ts";
import type { TidyRule, Tree } from "./tree.ts";

/** A test has the same result on a busy machine and in every run. */
export const certaintyRules: readonly TidyRule[] = [
  { name: "tests wait with eventually", check: otherWaits },
  { name: "tests do not sleep", check: sleeps },
  { name: "tests are not random", check: randomness },
];

/** Files of a test that may do what others must not, and why. */
interface Exception {
  readonly files: RegExp;
  readonly reason: string;
}

const waitsWithLimit: readonly Exception[] = [
  { files: /^service\/test\/eventually\.ts$/, reason: "it is eventually" },
];

const sleepers: readonly Exception[] = [
  {
    files: /^service\/src\/webhooks\/delivery\/kill\.test\.ts$/,
    reason: "it adds events as fast as the workers deliver them, for longer than eventually waits",
  },
  {
    files: /^service\/test\/(?:events|jobs|verification)-process\.ts$/,
    reason: "the process under test pauses at each step, so that it is killed at each",
  },
  {
    files: /^service\/src\/db\/embedded\/survival\.test\.ts$/,
    reason: "a writer retries until its server is back, and must not keep a core busy",
  },
  {
    files: /^service\/src\/app\/ledger-verification\.test\.ts$/,
    reason: "the sleep is longer than a timeout that must expire",
  },
  {
    files: /^service\/test\/embedded-child\.ts$/,
    reason: "the process stops responding when its child has begun to work",
  },
];

const randomFiles: readonly Exception[] = [
  { files: /^service\/test\/scale\.ts$/, reason: "it chooses the seeds" },
];

function otherWaits(tree: Tree): string[] {
  return inspect(tree, isTestExcept(waitsWithLimit), (node) => {
    if (isMember(node, "vi", ["setConfig"]))
      return "sets its own time limit; the hang guard of vitest.config.ts is for all tests";
    return isMember(node, "vi", ["waitFor", "waitUntil"])
      ? "gives up after a second; use eventually of service/test/eventually.ts"
      : undefined;
  });
}

function sleeps(tree: Tree): string[] {
  return inspect(tree, isTestExcept(sleepers), (node) => {
    const isTimer =
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === "setTimeout" &&
      node.arguments.length > 1;
    return isTimer || isSleepImport(node)
      ? "waits for an amount of time; wait for the result with eventually, or open a gate"
      : undefined;
  });
}

function randomness(tree: Tree): string[] {
  return inspect(tree, isTestExcept(randomFiles), (node) => {
    if (isMember(node, "Math", ["random"]) || isImportOf(node, ["randomInt", "systemRandom"]))
      return "differs from run to run; use createChance(seedOf(…))";
    return isSeedVariable(node) ? "reads a seed; use seedOf of service/test/scale.ts" : undefined;
  });
}

function isTestExcept(exceptions: readonly Exception[]): (path: string) => boolean {
  return (path) =>
    /\.test\.tsx?$|(?:^|\/)tests?\//.test(path) && !exceptions.some(({ files }) => files.test(path));
}

function isMember(node: ts.Node, object: string, members: readonly string[]): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === object &&
    members.includes(node.name.text)
  );
}

function isImportOf(node: ts.Node, names: readonly string[]): boolean {
  return ts.isImportSpecifier(node) && names.includes((node.propertyName ?? node.name).text);
}

function isSleepImport(node: ts.Node): boolean {
  if (!isImportOf(node, ["setTimeout"])) return false;
  const { moduleSpecifier } = (node as ts.ImportSpecifier).parent.parent.parent;
  return ts.isStringLiteral(moduleSpecifier) && /^(?:node:)?timers\/promises$/.test(moduleSpecifier.text);
}

/** `process.env["FUZZ_SEED"]` */
function isSeedVariable(node: ts.Node): boolean {
  return (
    ts.isElementAccessExpression(node) &&
    isMember(node.expression, "process", ["env"]) &&
    ts.isStringLiteral(node.argumentExpression) &&
    node.argumentExpression.text.endsWith("_SEED")
  );
}
