import { House } from "lucide-react";
import { expect, test } from "vitest";
import type { PageRoute } from "../page-route.ts";
import { navigationGroups } from "./navigation-groups.ts";

const pages: readonly PageRoute[] = [
  page("tokens", { group: "Money", order: 30 }),
  page("accounts", { group: "Workspace", order: 5 }),
  page("transfers", { group: "Money", order: 10 }),
  { ...page("transfers/$transferId", undefined) },
  { ...page("reviews", { group: "Decisions", order: 1 }), area: "operations" },
];

test("groups and pages stand in their order; pages without a place in the navigation have none", () => {
  expect(shown(() => true)).toEqual([
    ["Workspace", ["accounts"]],
    ["Money", ["transfers", "tokens"]],
  ]);
});

test("what one may not open is not shown, nor a group without pages", () => {
  expect(shown(({ path }) => path === "tokens")).toEqual([["Money", ["tokens"]]]);
});

function shown(mayOpen: (page: PageRoute) => boolean): unknown {
  const groups = navigationGroups(pages, "workspace", mayOpen);
  return groups.map((group) => [group.name, group.pages.map(({ path }) => path)]);
}

function page(
  path: string,
  place: { readonly group: string; readonly order: number } | undefined,
): PageRoute {
  const nav = place === undefined ? {} : { nav: { ...place, label: path, icon: House } };
  return { area: "workspace", path, title: path, ...nav, load: async () => () => null };
}
