import Type from "typebox";
import { expect, test } from "vitest";
import type { ApiRequest } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead } from "../console-route.ts";
import { derivedListRoutes } from "./derived-routes.ts";

/** Reads the summary of a list whose pages have so many items and never end; returns it with the pages read. */
async function summarize(itemsOfPage: number) {
  let pagesRead = 0;
  const list = consoleRead("GET /console/api/users", {
    operationId: "listUsers",
    summary: "List users",
    access: { permission: "users.read" },
    query: strictObject({}),
    response: {
      description: "Users.",
      schema: Type.Object({ users: Type.Array(Type.Object({ id: Type.String() })) }),
    },
    handle: async () => {
      pagesRead += 1;
      return {
        users: Array.from({ length: itemsOfPage }, () => ({ id: "x" })),
        pagination: { next: "further" },
      };
    },
  });
  const [, { work } = list] = derivedListRoutes({} as ConsoleDeps, [list]);
  if (work.kind !== "read") throw new Error("a summary is read");
  const cursors = { cursorAt: (position: string) => position, positionOf: (cursor: string) => cursor };
  const page = () => ({ size: 25, direction: "after" as const, position: undefined, ...cursors });
  const { body } = await work.handle({ query: {}, page } as unknown as ApiRequest);
  return { body, pagesRead };
}

test("a count ends after two short pages: each may have read thousands of items", async () => {
  expect(await summarize(3)).toMatchObject({ pagesRead: 2, body: { count: 6, is_more: true } });
  expect(await summarize(0)).toMatchObject({ pagesRead: 2, body: { count: 0, is_more: true } });
});

test("full pages are counted to the limit", async () => {
  expect((await summarize(100)).body).toMatchObject({ count: 1_000, is_more: true });
});
