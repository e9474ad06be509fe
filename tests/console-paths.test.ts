import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { places } from "../service/src/console-api/search/thing.ts";

const pagesFolder = new URL("../console/src/pages/", import.meta.url);

/** The pages that the console has, as its lists write them: `workspace transfers/$transferId`. */
function pagePaths(): ReadonlySet<string> {
  const lists = readdirSync(pagesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(new URL(`${name}/routes.ts`, pagesFolder), "utf8"));
  const page = /area: "(\w+)",\s*path: "([^"]*)"/g;
  return new Set(
    lists.flatMap((text) => [...text.matchAll(page)].map(([, area, path]) => `${area} ${path}`)),
  );
}

/** Whatever a part of a path is called. */
const anonymous = (path: string): string => path.replaceAll(/\$\w+|\{\w+\}/g, "*");

test("every place to which a result of the search leads is a page of the console", () => {
  const pages = new Set([...pagePaths()].map(anonymous));
  expect(pages.size).toBeGreaterThan(20);
  const expected = Object.values(places).flatMap((each) =>
    each.map(({ area, path }) => anonymous(`${area} ${path}`)),
  );
  expect(expected.filter((path) => !pages.has(path))).toEqual([]);
});
