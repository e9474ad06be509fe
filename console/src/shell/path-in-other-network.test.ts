import { expect, test } from "vitest";
import type { PageRoute } from "../page-route.ts";
import { pathInOtherNetwork } from "./path-in-other-network.ts";

const pages = ["", "transfers", "transfers/$transferId", "transfers/new", "tokens/$tokenId/mints"].map(page);

test.each([
  ["transfers", "transfers"],
  ["transfers/new", "transfers/new"],
  ["transfers/$transferId", "transfers"],
  // There is no list page above this one.
  ["tokens/$tokenId/mints", ""],
  ["", ""],
])("%s leads to %s in the other network", (path, other) => {
  expect(pathInOtherNetwork(page(path), pages)).toBe(other);
});

function page(path: string): PageRoute {
  return { area: "workspace", path, title: path, load: async () => () => null };
}
