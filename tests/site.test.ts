import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { refusalCodes } from "../service/src/kernel/refusal.ts";
import { isLong } from "../service/test/scale.ts";
import { deadLinks } from "./site/dead-links.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "site/dist");
let files: readonly string[];

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, "site/build-if-stale.mjs")], { stdio: "inherit" });
  files = (await readdir(folder, { recursive: true })).filter((name) => /\.\w+$/.test(name));
});

test("every page has its Markdown, and is in the navigation and in llms.txt", async () => {
  const forModels = await readFile(join(folder, "llms.txt"), "utf8");
  const pages = files.filter((name) => name.endsWith(".html") && name !== "404.html");
  expect(pages.length).toBeGreaterThan(100);
  for (const page of pages) {
    const path = page.replace(/\.html$/, "");
    expect(files, page).toContain(`${path}.md`);
    expect(forModels, page).toContain(`(/docs/${path}.md)`);
    const sidebar = /<aside class="VPSidebar[\s\S]*?<\/aside>/.exec(
      await readFile(join(folder, page), "utf8"),
    );
    expect(sidebar?.[0], page).toContain(`href="/docs/${page.replace(/(^|\/)index\.html$/, "$1")}"`);
  }
});

test("the error catalogue has every code with a remedy, at its anchor", async () => {
  const page = await readFile(join(folder, "reference/errors.html"), "utf8");
  for (const code of Object.keys(refusalCodes)) expect(page).toContain(`id="${code}"`);
  expect(page.match(/What to do:/g)).toHaveLength(Object.keys(refusalCodes).length);
});

test("the SDK reference has every method", async () => {
  const operations = await readFile(join(root, "sdk/src/generated/resources.ts"), "utf8");
  const methods = await readFile(join(folder, "reference/sdk-methods.md"), "utf8");
  expect(methods.match(/^### /gm)?.length).toBe(operations.match(/^ {2}\w+\(/gm)?.length);
});

test("no page has an inline script, and none loads anything from another origin", async () => {
  for (const name of files.filter((each) => each.endsWith(".html"))) {
    const html = await readFile(join(folder, name), "utf8");
    expect(html.match(/<script(?![^>]*\bsrc=)[^>]*>/g) ?? [], name).toEqual([]);
    expect(
      html.match(/<(?:script|link|img)\b[^>]*\b(?:src|href)="(?!\/docs\/|data:)[^"]*"/g) ?? [],
      name,
    ).toEqual([]);
  }
});

test("no link is dead", async () => {
  expect(await deadLinks(folder)).toEqual([]);
});

test.runIf(isLong)("two builds have the same bytes", async () => {
  const again = await mkdtemp(join(root, "site/.building-"));
  try {
    const env = { ...process.env, NODE_ENV: "production" };
    execFileSync(process.execPath, ["--import", "tsx", join(root, "site/main.ts"), again], { env });
    for (const name of files.filter((each) => each !== ".built"))
      expect((await readFile(join(again, name))).equals(await readFile(join(folder, name))), name).toBe(true);
  } finally {
    await rm(again, { recursive: true });
  }
});

test("a dead link and a dead anchor are found", async () => {
  const copy = await mkdtemp(join(tmpdir(), "florin-site-"));
  try {
    for (const name of ["index.html", "404.html"]) await cp(join(folder, name), join(copy, name));
    await writeFile(
      join(copy, "planted.html"),
      '<h2 id="here"></h2><a href="/docs/missing.html">a</a><a href="#there">b</a><a href="#here">c</a>',
    );
    const planted = (await deadLinks(copy)).filter((link) => link.startsWith("planted.html"));
    expect(planted).toEqual(["planted.html: /docs/missing.html", "planted.html: #there"]);
  } finally {
    await rm(copy, { recursive: true });
  }
});
