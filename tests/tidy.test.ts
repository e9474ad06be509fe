import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { plantTree, removeTree } from "./planted-tree.ts";
import { plants } from "./tidy/plants.ts";
import { rules } from "./tidy/rules.ts";
import { readTree, type Tree, type TreeFile } from "./tidy/tree.ts";

const checkout = join(import.meta.dirname, "..");
let tree: Tree = { files: [] };

beforeAll(async () => {
  tree = await readTree(checkout);
});

test("the whole checkout is checked", () => {
  const paths = tree.files.map((file) => file.path);
  expect(paths).toEqual(expect.arrayContaining(["package.json", "service/src/kernel/money.ts"]));
  expect(paths.filter((path) => path.includes("node_modules/"))).toEqual([]);
});

test("a checkout without git is checked as well", async () => {
  const root = await plantTree({ "a/b.ts": "export {};\n", "node_modules/c/index.js": "", "d.md": "# D\n" });
  try {
    expect((await readTree(root)).files.map((file) => file.path)).toEqual(["a/b.ts", "d.md"]);
  } finally {
    await removeTree(root);
  }
});

test("every rule has planted offenders, and every plant has a rule", () => {
  expect(Object.keys(plants).sort()).toEqual(rules.map((rule) => rule.name).sort());
});

for (const { name, check } of rules) {
  describe(name, () => {
    const { offenders = [], innocents = [] } = plants[name] ?? {};

    test.each(offenders.map(asCase))("$label is caught", ({ files }) => {
      expect(check({ files })).toHaveLength(1);
    });

    test.each(innocents.map(asCase))("$label is left alone", ({ files }) => {
      expect(check({ files })).toEqual([]);
    });

    test("the tree follows it", () => {
      expect(check(tree)).toEqual([]);
    });
  });
}

function asCase(planted: Readonly<Record<string, string>>): { label: string; files: readonly TreeFile[] } {
  const files = Object.entries(planted).map(([path, text]) => ({ path, text }));
  return {
    label: files.map(({ path, text }) => `${path} (${text.slice(0, 40).trim()})`).join(" and "),
    files,
  };
}
