import { Home } from "lucide-react";
import { expect, test } from "vitest";
import type { NavigablePage } from "../shell/navigation-groups.ts";
import { goToKeys } from "./go-to-keys.ts";

test("each page gets the first free letter of its label", () => {
  const keys = goToKeys(["Transfers", "Tokens", "Treasury", "To"].map(page));
  expect(keys.map(({ key, page: { nav } }) => `${key} ${nav.label}`)).toEqual([
    "t Transfers",
    "o Tokens",
    "r Treasury",
  ]);
});

function page(label: string): NavigablePage {
  const nav = { group: "Money", label, icon: Home, order: 0 };
  return { area: "workspace", path: label, title: label, nav, load: async () => () => null };
}
