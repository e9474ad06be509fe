import { expect, test } from "vitest";
import { pages } from "./index.ts";

test("no two pages have the same address, whatever their ids are called", () => {
  const addresses = pages.map(({ area, path }) => `${area}/${path.replaceAll(/\$\w+/g, "$")}`);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

test("paths are as the router wants them", () => {
  const odd = pages.filter(
    ({ path }) => !/^(?:(?:[a-z0-9-]+|\$[a-z][A-Za-z]*)(?:\/|$))*$/.test(path) || path.endsWith("/"),
  );
  expect(odd.map(({ path }) => path)).toEqual([]);
});

test("what stands in the navigation needs no id, and has a place of its own in it", () => {
  const shown = pages.filter(({ nav }) => nav !== undefined);
  expect(shown.filter(({ path }) => path.includes("$")).map(({ path }) => path)).toEqual([]);
  const labels = shown.map(({ area, nav }) => `${area}: ${nav?.label}`);
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
});
