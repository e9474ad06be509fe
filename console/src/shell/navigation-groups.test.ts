import { Home } from "lucide-react";
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

test("groups and pages are ordered; pages without a navigation entry are omitted", () => {
  expect(shown(() => true)).toEqual([
    ["Workspace", ["accounts"]],
    ["Money", ["transfers", "tokens"]],
  ]);
});

test("pages without permission and empty groups are hidden", () => {
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
  const nav = place === undefined ? {} : { nav: { ...place, label: path, icon: Home } };
  return { area: "workspace", path, title: path, ...nav, load: async () => () => null };
}
