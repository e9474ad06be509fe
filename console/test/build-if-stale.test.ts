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

const room = join(dirname(fileURLToPath(import.meta.url)), "..");
const buildMs = 120_000;
let tree = "";

/** A console of one line, built with the same tools. */
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "florin-console-"));
  const small = join(tree, "console");
  mkdirSync(join(small, "src"), { recursive: true });
  for (const name of ["build-if-stale.mjs", "package.json"]) cpSync(join(room, name), join(small, name));
  writeFileSync(join(tree, "package-lock.json"), "{}");
  writeFileSync(join(small, "tsconfig.json"), "{}");
  writeFileSync(join(small, "colour-scheme.js"), "");
  writeFileSync(join(small, "vite.config.ts"), 'export default { base: "/console/" };\n');
  writeFileSync(join(small, "index.html"), '<script type="module" src="/src/main.ts"></script>\n');
  writeFileSync(join(small, "src/main.ts"), 'document.title = "one";\n');
  symlinkSync(join(room, "../node_modules"), join(tree, "node_modules"));
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test("it builds once, then not until something has changed", { timeout: buildMs }, () => {
  expect(run()).toEqual({ status: 0, said: "Building the console (once) …\n" });
  expect(existsSync(join(tree, "console/dist/index.html"))).toBe(true);
  expect(run()).toEqual({ status: 0, said: "" });

  writeFileSync(join(tree, "console/src/main.ts"), 'document.title = "two";\n');
  expect(run().said).toContain("Building");
  expect(builtScripts()).toContain("two");
});

test("a build that fails leaves the last good one, and nothing else", { timeout: buildMs }, () => {
  run();
  const before = builtScripts();
  writeFileSync(join(tree, "console/src/main.ts"), "this is no program\n");
  expect(run().status).toBe(1);
  expect(builtScripts()).toBe(before);
  expect(readdirSync(join(tree, "console")).filter((name) => name.startsWith(".building-"))).toEqual([]);
});

test("whoever names a folder builds it themselves", () => {
  writeFileSync(join(tree, "console/src/main.ts"), 'document.title = "three";\n');
  expect(run({ CONSOLE_DIR: "/elsewhere" })).toEqual({ status: 0, said: "" });
});

function run(more: Readonly<Record<string, string>> = {}): {
  readonly status: number | null;
  readonly said: string;
} {
  const { CONSOLE_DIR: _named, ...environment } = process.env;
  const script = join(tree, "console/build-if-stale.mjs");
  const { status, stdout } = spawnSync(process.execPath, [script], {
    encoding: "utf8",
    env: { ...environment, ...more },
  });
  return { status, said: stdout };
}

function builtScripts(): string {
  const assets = join(tree, "console/dist/assets");
  return readdirSync(assets)
    .map((name) => readFileSync(join(assets, name), "utf8"))
    .join("\n");
}
