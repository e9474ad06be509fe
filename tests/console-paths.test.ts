import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { places } from "../service/src/console-api/search/thing.ts";

const pagesFolder = new URL("../console/src/pages/", import.meta.url);

/** The console's pages, as declared in their routes: `workspace transfers/$transferId`. */
function pagePaths(): ReadonlySet<string> {
  const lists = readdirSync(pagesFolder, { recursive: true, encoding: "utf8" })
    .filter((path) => basename(path) === "routes.ts")
    .map((path) => readFileSync(new URL(path, pagesFolder), "utf8"));
  const page = /area: "(\w+)",\s*path: "([^"]*)"/g;
  return new Set(
    lists.flatMap((text) => [...text.matchAll(page)].map(([, area, path]) => `${area} ${path}`)),
  );
}

/** Ignores the names of path parameters. */
const anonymous = (path: string): string => path.replaceAll(/\$\w+|\{\w+\}/g, "*");

test("every search result links to a page of the console", () => {
  const pages = new Set([...pagePaths()].map(anonymous));
  expect(pages.size).toBeGreaterThan(20);
  const expected = Object.values(places).flatMap((each) =>
    each.map(({ area, path }) => anonymous(`${area} ${path}`)),
  );
  expect(expected.filter((path) => !pages.has(path))).toEqual([]);
});
