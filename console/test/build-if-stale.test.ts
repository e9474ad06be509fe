import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const consoleFolder = join(dirname(fileURLToPath(import.meta.url)), "..");
let tree = "";

/** A one-line console, built with the same tools. */
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "florin-console-"));
  const small = join(tree, "console");
  mkdirSync(join(small, "src"), { recursive: true });
  for (const name of ["build-if-stale.mjs", "package.json"])
    cpSync(join(consoleFolder, name), join(small, name));
  cpSync(join(consoleFolder, "../packaging/build-if-stale.mjs"), join(tree, "packaging/build-if-stale.mjs"));
  writeFileSync(join(tree, "package-lock.json"), "{}");
  writeFileSync(join(small, "tsconfig.json"), "{}");
  writeFileSync(join(small, "colour-scheme.js"), "");
  writeFileSync(join(small, "vite.config.ts"), 'export default { base: "/console/" };\n');
  writeFileSync(join(small, "index.html"), '<script type="module" src="/src/main.ts"></script>\n');
  writeFileSync(join(small, "src/main.ts"), 'document.title = "one";\n');
  symlinkSync(join(consoleFolder, "../node_modules"), join(tree, "node_modules"));
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test("it builds once, and again only when a source has changed", () => {
  expect(run()).toEqual({ status: 0, output: "  · building the console (once)\n" });
  expect(existsSync(join(tree, "console/dist/index.html"))).toBe(true);
  expect(run()).toEqual({ status: 0, output: "" });

  writeFileSync(join(tree, "console/src/main.ts"), 'document.title = "two";\n');
  expect(run().output).toContain("building");
  expect(builtScripts()).toContain("two");
});

test("a failed build keeps the last good one and leaves nothing else behind", () => {
  run();
  const before = builtScripts();
  writeFileSync(join(tree, "console/src/main.ts"), "this is not a program\n");
  expect(run().status).toBe(1);
  expect(builtScripts()).toBe(before);
  expect(readdirSync(join(tree, "console")).filter((name) => name.startsWith(".building-"))).toEqual([]);
});

test("nothing is built if CONSOLE_DIR is set", () => {
  writeFileSync(join(tree, "console/src/main.ts"), 'document.title = "three";\n');
  expect(run({ CONSOLE_DIR: "/elsewhere" })).toEqual({ status: 0, output: "" });
});

function run(overrides: Readonly<Record<string, string>> = {}): {
  readonly status: number | null;
  readonly output: string;
} {
  const { CONSOLE_DIR: _named, ...environment } = process.env;
  const script = join(tree, "console/build-if-stale.mjs");
  const { status, stdout } = spawnSync(process.execPath, [script], {
    encoding: "utf8",
    env: { ...environment, ...overrides },
  });
  return { status, output: stdout };
}

function builtScripts(): string {
  const assets = join(tree, "console/dist/assets");
  return readdirSync(assets)
    .map((name) => readFileSync(join(assets, name), "utf8"))
    .join("\n");
}
