import { expect, test } from "vitest";
import { pages } from "./index.ts";

test("no two pages share a path, regardless of parameter names", () => {
  const paths = pages.map(({ area, path }) => `${area}/${path.replaceAll(/\$\w+/g, "$")}`);
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
});

test("paths have the format that the router expects", () => {
  const invalid = pages.filter(
    ({ path }) => !/^(?:(?:[a-z0-9-]+|\$[a-z][A-Za-z]*)(?:\/|$))*$/.test(path) || path.endsWith("/"),
  );
  expect(invalid.map(({ path }) => path)).toEqual([]);
});

test("pages in the navigation take no parameters and have unique labels", () => {
  const shown = pages.filter(({ nav }) => nav !== undefined);
  expect(shown.filter(({ path }) => path.includes("$")).map(({ path }) => path)).toEqual([]);
  const labels = shown.map(({ area, nav }) => `${area}: ${nav?.label}`);
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
});
