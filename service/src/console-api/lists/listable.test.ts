import Type from "typebox";
import { expect, test } from "vitest";
import type { ApiRequest } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { consoleRead } from "../console-route.ts";
import { pagesOf } from "./listable.ts";

const ids = Array.from({ length: 5 }, (_, index) => ({ id: `item-${index}` }));
const shown = 2;

/** A list that shows its beginning only. */
function cutList() {
  return consoleRead("GET /console/api/list", {
    operationId: "listItems",
    summary: "List items",
    access: { permission: "users.read" },
    query: strictObject({}),
    response: {
      description: "Items.",
      schema: Type.Object({
        items: Type.Array(Type.Object({ id: Type.String() })),
        is_complete: Type.Boolean(),
      }),
    },
    handle: async () => ({ items: ids.slice(0, shown), is_complete: false }),
  });
}

async function readAll(route: Parameters<typeof pagesOf>[0]) {
  const cursors = { cursorAt: (position: string) => position, positionOf: (cursor: string) => cursor };
  const page = () => ({ size: 25, direction: "after" as const, position: undefined, ...cursors });
  const pages = [];
  for await (const each of pagesOf(route, { query: {}, page } as unknown as ApiRequest, {})) pages.push(each);
  return { items: pages.flatMap(({ items }) => items), isComplete: pages.at(-1)?.isLast };
}

test("a list that was cut is not complete", async () => {
  expect(await readAll(cutList())).toEqual({ items: ids.slice(0, shown), isComplete: false });
});
