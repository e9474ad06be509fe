import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plantTree, removeTree } from "./planted-tree.ts";

const script = join(import.meta.dirname, "../.ci/commit-subject");

const accepted = [
  "Add the job runner",
  "Speed up the job runner",
  "# a comment from git\nRefactor the job runner into one transaction",
  "Merge branch 'main'",
  `Add ${"x".repeat(96)}`,
];
const refused = [
  "",
  "   \n\nbody",
  "Added the job runner",
  "fixing the tests",
  "Uses one transaction",
  "Use one transaction",
  "Speed the job runner up",
  "add the job runner",
  "Add",
  "Add the job runner.",
  "wip",
  `Add ${"x".repeat(97)}`,
];

let root = "";

beforeAll(async () => {
  const messages = [...accepted, ...refused].map((message, index) => [String(index), message]);
  root = await plantTree(Object.fromEntries(messages));
});

afterAll(() => removeTree(root));

test.each(accepted)("the subject %j is accepted", (message) => {
  expect(exitCodeFor(message)).toBe(0);
});

test.each(refused)("the subject %j is refused", (message) => {
  expect(exitCodeFor(message)).toBe(1);
});

function exitCodeFor(message: string): number | null {
  const file = join(root, String([...accepted, ...refused].indexOf(message)));
  return spawnSync(script, [file]).status;
}
