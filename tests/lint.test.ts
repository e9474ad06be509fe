import { execFile } from "node:child_process";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plantTree, removeTree } from "./planted-tree.ts";

const checkout = join(import.meta.dirname, "..");
const run = promisify(execFile);

/** One fault per file; each compiles, and each has caused real losses. */
const faults = {
  "typescript(no-floating-promises)": "export function start(): void {\n  pay();\n}\n",
  "typescript(no-misused-promises)": "export const paid = pay() ? 1 : 2;\n",
  "typescript(await-thenable)":
    "export const state: State = await first();\ndeclare function first(): State;\n",
  "typescript(return-await)":
    "export async function start(): Promise<void> {\n  try {\n    return pay();\n  } catch {\n    return;\n  }\n}\n",
  "typescript(switch-exhaustiveness-check)":
    "export function shout(state: State): void {\n  switch (state) {\n    case 'held':\n      break;\n  }\n}\n",
};
const preamble =
  "type State = 'held' | 'posted';\ndeclare function pay(): Promise<void>;\nexport type { State };\nexport { pay };\n";

let root = "";

beforeAll(async () => {
  const planted = Object.values(faults).map((source, index) => [`fault-${index}.ts`, preamble + source]);
  root = await plantTree({
    ...Object.fromEntries(planted),
    "sound.ts": `${preamble}export async function start(): Promise<void> {\n  await pay();\n}\n`,
    "tsconfig.json": JSON.stringify({
      compilerOptions: { target: "ES2023", module: "NodeNext", strict: true, types: [] },
    }),
    "package.json": '{ "type": "module" }',
    "empty/notes.txt": "nothing to lint\n",
  });
});

afterAll(() => removeTree(root));

test("the linter reports floating promises, and switches that miss a case", async () => {
  const { exitCode, rulesByFile } = await lint(Object.keys(faults).map((_, index) => `fault-${index}.ts`));
  expect(exitCode).toBe(1);
  expect(rulesByFile).toEqual(
    Object.fromEntries(Object.keys(faults).map((rule, index) => [`fault-${index}.ts`, [rule]])),
  );
});

test("the linter reports nothing for correct code", async () => {
  expect(await lint(["sound.ts"])).toEqual({ exitCode: 0, rulesByFile: {} });
});

test("linting nothing is a failure", async () => {
  expect(await lint(["empty"])).toEqual({ exitCode: 1, rulesByFile: {} });
});

interface Outcome {
  readonly exitCode: number;
  readonly rulesByFile: Readonly<Record<string, readonly string[]>>;
}

/** Runs from the checkout, where the linter finds its type checker. */
async function lint(names: readonly string[]): Promise<Outcome> {
  const linter = join(checkout, "node_modules/.bin/oxlint");
  const settings = ["--config", join(checkout, ".oxlintrc.json"), "--type-aware", "--format", "json"];
  const paths = names.map((name) => join(root, name));
  const { exitCode, stdout } = await run(linter, [...settings, ...paths], { cwd: checkout }).then(
    (response) => ({ exitCode: 0, stdout: response.stdout }),
    (failure: { readonly code: number; readonly stdout: string }) => ({
      exitCode: failure.code,
      stdout: failure.stdout,
    }),
  );
  return { exitCode, rulesByFile: groupByFile(stdout) };
}

/** The report is JSON, after a line of text when there was nothing to lint. */
function groupByFile(report: string): Record<string, string[]> {
  const { diagnostics } = JSON.parse(report.slice(report.indexOf("{"))) as {
    readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
  };
  const rules: Record<string, string[]> = {};
  for (const { code, filename } of diagnostics) {
    const name = basename(filename);
    rules[name] = [...(rules[name] ?? []), code];
  }
  return rules;
}
