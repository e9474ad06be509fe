import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ICruiseResult, IViolation } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLong } from "../service/test/scale.ts";
import { cleanTree, imports } from "./imports/clean-tree.ts";
import { cruiseTree, ruleNames } from "./imports/cruise.ts";
import { folderCycles } from "./imports/folder-cycles.ts";
import { plants } from "./imports/plants.ts";
import { plantTree, removeTree } from "./planted-tree.ts";

const checkout = join(import.meta.dirname, "..");

// In `npm test` it would repeat `npm run check:imports`, for half a minute.
test.runIf(isLong)("the tree follows its import rules, and the rules cover its files", async () => {
  const result = await cruiseTree(checkout);
  expect(modulesUnder(result, "service/src/")).not.toEqual([]);
  expect(result.summary.violations.map(describeViolation)).toEqual([]);
  expect(folderCycles(result)).toEqual([]);
});

test("every import rule has a planted violation", async () => {
  expect([...new Set(plants.map((plant) => plant.rule))].sort()).toEqual([...(await ruleNames())].sort());
});

test("a tree that follows the rules has no violation", async () => {
  const root = await plantTree(await withCompilerSettings(cleanTree));
  try {
    const result = await cruiseTree(root);
    const planned = Object.keys(cleanTree).filter((path) => path.endsWith(".ts"));
    expect(modulesUnder(result, "").filter((path) => path.endsWith(".ts"))).toEqual(planned.sort());
    expect(result.summary.violations.map(describeViolation)).toEqual([]);
    expect(folderCycles(result)).toEqual([]);
  } finally {
    await removeTree(root);
  }
});

test("a cycle between folders is reported as a path, also of types, although no file is in a cycle", async () => {
  const planted = {
    "service/src/app/console.ts": imports("../console-api/index.ts"),
    "service/src/admin/index.ts": imports("./treasury.ts"),
    "service/src/admin/treasury.ts": 'import type { Place } from "../app/place.ts";\n',
    "service/src/app/place.ts": imports("../kernel/money.ts"),
  };
  const root = await plantTree(await withCompilerSettings({ ...cleanTree, ...planted }));
  try {
    const result = await cruiseTree(root);
    const isCircular = ({ rule }: IViolation): boolean => rule.name === "no-cycles";
    expect(result.summary.violations.filter(isCircular)).toEqual([]);
    expect(folderCycles(result)).toEqual([
      "admin → app → console-api → admin: service/src/admin/treasury.ts → service/src/app/place.ts, " +
        "service/src/app/console.ts → service/src/console-api/index.ts, " +
        "service/src/console-api/index.ts → service/src/admin/index.ts",
    ]);
  } finally {
    await removeTree(root);
  }
});

describe("a planted violation is caught by its rule and no other", () => {
  let root = "";
  let violations: readonly IViolation[] = [];

  beforeAll(async () => {
    const planted = Object.assign({}, cleanTree, ...plants.map((plant) => plant.files));
    root = await plantTree(await withCompilerSettings(planted));
    violations = (await cruiseTree(root)).summary.violations;
  });

  afterAll(() => removeTree(root));

  for (const { rule, files } of plants) {
    test(`${rule} catches ${Object.keys(files).join(" and ")}`, () => {
      const caughtBy = violations.filter((found) => found.from in files).map((found) => found.rule.name);
      expect(caughtBy).toEqual([rule]);
    });
  }

  test("nothing else is caught", () => {
    const plantedFiles = plants.flatMap((plant) => Object.keys(plant.files));
    const others = violations.filter((found) => !plantedFiles.includes(found.from));
    expect(others.map(describeViolation)).toEqual([]);
  });
});

/** The real paths of the packages' entry points; without a base they would be resolved from the working directory. */
async function withCompilerSettings(
  files: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { compilerOptions } = JSON.parse(await readFile(join(checkout, "tsconfig.json"), "utf8"));
  const planted = { compilerOptions: { ...compilerOptions, baseUrl: "." } };
  return { ...files, "tsconfig.json": JSON.stringify(planted) };
}

function modulesUnder(result: ICruiseResult, folder: string): string[] {
  return result.modules
    .filter((module) => module.source.startsWith(folder) && !module.source.startsWith("node_modules/"))
    .map((module) => module.source)
    .sort();
}

function describeViolation({ rule, from, to }: IViolation): string {
  return `${rule.name}: ${from} → ${to}`;
}
