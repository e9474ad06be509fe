import Type from "typebox";
import { expect, test } from "vitest";
import type { RowSource } from "../../http/list-route.ts";
import type { ApiRequest } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList } from "../console-route.ts";
import { withListRoutes } from "./list-routes.ts";

/** The summary of a list that is not counted in the database. */
async function summarize(page: RowSource<object, string>["page"]) {
  const list = consoleList("GET /console/api/users", {
    operationId: "listUsers",
    summary: "List users",
    access: { permission: "users.read" },
    query: strictObject({}),
    response: {
      description: "Users.",
      schema: Type.Object({ users: Type.Array(Type.Object({ id: Type.String() })) }),
    },
    list: {
      session: {} as never,
      rows: { page },
      filters: () => ({}),
      name: "users",
      present: (ids) => ids.map((id) => ({ id })),
    },
  });
  const summary = withListRoutes({} as ConsoleDeps, [list]).find(({ path }) => path.endsWith("/summary"));
  if (summary?.work.kind !== "read") throw new Error("a summary is read");
  return (await summary.work.handle({ query: {} } as unknown as ApiRequest)).body;
}

const pagination = { page_size: 100, next: "further", prev: null };

/** Pages with so many items, which never end; with the number of pages that were read. */
async function summarizeEndless(itemsOfPage: number) {
  let pagesRead = 0;
  const body = await summarize(async () => {
    pagesRead += 1;
    return { items: Array.from({ length: itemsOfPage }, () => "x"), pagination };
  });
  return { body, pagesRead };
}

test("a count ends after two short pages: each may have read thousands of items", async () => {
  expect(await summarizeEndless(3)).toMatchObject({ pagesRead: 2, body: { count: 6, is_more: true } });
  expect(await summarizeEndless(0)).toMatchObject({ pagesRead: 2, body: { count: 0, is_more: true } });
});

test("full pages are counted to the limit", async () => {
  expect((await summarizeEndless(100)).body).toMatchObject({ count: 1_000, is_more: true });
});

test("a list that was cut is not complete", async () => {
  const page = { items: ["x", "y"], isComplete: false, pagination: { ...pagination, next: null } };
  expect(await summarize(async () => page)).toMatchObject({ count: 2, is_more: true });
});
