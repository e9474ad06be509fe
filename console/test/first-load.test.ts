import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";

const consoleFolder = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(consoleFolder, "dist");
/** Compressed script loaded before the first page is shown. */
const maxFirstLoadBytes = 250_000;

interface ManifestChunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, ManifestChunk>>;

beforeAll(() => {
  const { CONSOLE_DIR: _named, ...environment } = process.env;
  execFileSync(process.execPath, [join(consoleFolder, "build-if-stale.mjs")], { env: environment });
});

test.each([
  ["the empty shell", ["index.html"]],
  ["the sign-in page", ["index.html", "src/pages/users/sign-in-page.tsx"]],
  ["the invitation page", ["index.html", "src/pages/users/join-page.tsx"]],
])("%s stays below the size limit", (_name, entries) => {
  const bytes = [...loadedWith(entries)].map(compressedBytes).reduce((sum, each) => sum + each, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(maxFirstLoadBytes);
});

/** Compressed script that a page with charts needs beyond the shell. */
const maxChartPageBytes = 40_000;

test("a page with charts adds little to the shell", () => {
  const shell = loadedWith(["index.html"]);
  const added = [...loadedWith(["src/pages/home/home-page.tsx"])].filter((file) => !shell.has(file));
  const bytes = added.map(compressedBytes).reduce((sum, each) => sum + each, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(maxChartPageBytes);
});

test("pages are loaded lazily", () => {
  const pages = Object.entries(manifest()).filter(([name]) => /^src\/pages\/.*-page\.tsx$/.test(name));
  const loaded = loadedWith(["index.html"]);
  expect(pages.filter(([, { file }]) => loaded.has(file))).toEqual([]);
});

test("the page has no inline script and has a placeholder for the nonce", () => {
  const page = readFileSync(join(dist, "index.html"), "utf8");
  expect(page).toContain('content="__CSP_NONCE__"');
  expect(page.match(/<script[^>]*>[^<]+<\/script>/g)).toBeNull();
  expect(page.match(/<script [^>]*src="\/console\/assets\/[^"]+-[\w-]{8}\.js"/g)).toHaveLength(2);
  expect(page).not.toContain("<style");
});

/** Scripts of the entries and their static imports. */
function loadedWith(entries: readonly string[]): ReadonlySet<string> {
  const chunks = manifest();
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = chunks[name];
    if (chunk === undefined) throw new Error(`${name} is not in the manifest`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const each of chunk.imports ?? []) add(each);
  };
  for (const entry of entries) add(entry);
  return files;
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8")) as Manifest;
}

function compressedBytes(file: string): number {
  return gzipSync(readFileSync(join(dist, file))).length;
}
