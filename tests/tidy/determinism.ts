import ts from "typescript";
import { inspect, isTestOrBench } from "./syntax.ts";
import type { TidyRule, Tree } from "./tree.ts";

/** Time, randomness and the environment are injected, so that a test can control them. */
export const determinismRules: readonly TidyRule[] = [
  { name: "the clock is read in one file of each package", check: clockReadElsewhere },
  { name: "the environment is read only at an entry", check: environmentReadElsewhere },
  { name: "Math.random only in kernel/random.ts", check: mathRandomElsewhere },
];

const clockFiles = [
  "service/src/kernel/instant.ts",
  "cli/src/system-clock.ts",
  "sdk/src/system-clock.ts",
  "console/src/system-clock.ts",
  // A script without a package: it checks how long ago another process started to build.
  "packaging/build-if-stale.mjs",
];

const environmentEntries = [
  /^service\/start\.mjs$/,
  /^service\/src\/main\.ts$/,
  /^service\/scripts\//,
  /^cli\/src\/main\.ts$/,
  /^cli\/bin\//,
  /^(?:console\/)?[a-z.-]+\.config\.ts$/,
  /^(?:console|site)\/build-if-stale\.mjs$/,
  /^packaging\/(?:main|programs\/server)\.ts$/,
  /^examples\/client\.ts$/,
];

function clockReadElsewhere(tree: Tree): string[] {
  return inspect(
    tree,
    (path) => !clockFiles.includes(path),
    (node) => {
      const readsNow = isMember(node, "Date", "now");
      const isBareDate =
        (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
        isNamed(node.expression, "Date") &&
        (node.arguments ?? []).length === 0;
      return readsNow || isBareDate ? "reads the system time; inject a Clock instead" : undefined;
    },
  );
}

function environmentReadElsewhere(tree: Tree): string[] {
  const isEntry = (path: string): boolean => environmentEntries.some((entry) => entry.test(path));
  return inspect(
    tree,
    (path) => !isEntry(path) && !isTestOrBench(path),
    (node) =>
      isMember(node, "process", "env") ? "reads the environment; inject the value instead" : undefined,
  );
}

function mathRandomElsewhere(tree: Tree): string[] {
  return inspect(
    tree,
    (path) => /^(?:service|sandbox)\/src\//.test(path) && path !== "service/src/kernel/random.ts",
    (node) => (isMember(node, "Math", "random") ? "is random; pass it as an argument" : undefined),
  );
}

function isMember(node: ts.Node, object: string, member: string): boolean {
  return ts.isPropertyAccessExpression(node) && isNamed(node.expression, object) && node.name.text === member;
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}
