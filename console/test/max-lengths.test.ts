import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = new URL("../src", import.meta.url).pathname;
/** Filters of lists, and a member whose length is that of its pattern. */
const withoutLength = [
  "pages/approvals/rules-page.tsx",
  "pages/ledger/journal-page.tsx",
  "pages/ledger/records-page.tsx",
  "pages/tokens/freezes-page.tsx",
];

test("lengths of form fields come from the schema of the API", async () => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const found: string[] = [];
  for (const name of names)
    if (/max\w*Length(?: = |=\{)[\d_]+/.test(await readFile(join(folder, name), "utf8"))) found.push(name);
  expect(names.length).toBeGreaterThan(100);
  expect(found.toSorted()).toEqual(withoutLength);
});
