import fc from "fast-check";
import Type from "typebox";
import { expect, test } from "vitest";
import { cutPage, type PageRequest, pageQuery, rowsToFetch } from "../../http/paging.ts";
import type { ApiRequest, Route } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { lowestIdAt } from "../../kernel/id.ts";
import { formatInstant, instantFromMs } from "../../kernel/instant.ts";
import { consoleRead } from "../console-route.ts";
import { orderedRoute } from "./ordered-route.ts";

/** Milliseconds after 1970: each item was created in one of them. */
const moments = fc.integer({ min: 1, max: 40 });
const idAt = (moment: number, place: number) =>
  `${lowestIdAt(instantFromMs(moment)).slice(0, -1)}${place + 1}`;

interface List {
  readonly ids: readonly string[];
  readonly first: "newest" | "oldest";
}

/** An endpoint that pages as a store does. */
function endpointOf({ ids, first }: List): Route {
  return consoleRead("GET /console/api/users", {
    operationId: "listUsers",
    summary: "List users",
    access: { permission: "users.read" },
    query: strictObject({ ...pageQuery }),
    response: {
      description: "Users.",
      schema: Type.Object({ users: Type.Array(Type.Object({ id: Type.String() })) }),
    },
    handle: async (request) => {
      const page = request.page();
      const inOrder = first === "newest" ? ids.toSorted().toReversed() : ids.toSorted();
      const walked = page.direction === "after" ? inOrder : inOrder.toReversed();
      const isDown = (first === "newest") === (page.direction === "after");
      const beyond = walked.filter((id) => isBeyond(id, page.position, isDown));
      const { items, pagination } = cutPage(beyond.slice(0, rowsToFetch(page)), page, (id) => id);
      return { users: items.map((id) => ({ id })), pagination };
    },
  });
}

function isBeyond(id: string, position: string | undefined, isDown: boolean): boolean {
  return position === undefined || (isDown ? id < position : id > position);
}

interface Shown {
  readonly ids: readonly string[];
  readonly next: string | null;
  readonly prev: string | null;
}

async function readPage(
  list: List,
  query: object,
  page: Pick<PageRequest, "size" | "direction" | "position">,
): Promise<Shown> {
  const { work } = orderedRoute(endpointOf(list), { first: list.first });
  if (work.kind !== "read") throw new Error("a list is read");
  const cursors = { cursorAt: (position: string) => position, positionOf: (cursor: string) => cursor };
  const request = { query, page: () => ({ ...page, ...cursors }) } as unknown as ApiRequest;
  const { users, pagination } = (await work.handle(request)).body as {
    readonly users: readonly { readonly id: string }[];
    readonly pagination: { readonly next: string | null; readonly prev: string | null };
  };
  return { ids: users.map(({ id }) => id), ...pagination };
}

const lists = fc.record({
  ids: fc
    .uniqueArray(fc.tuple(moments, fc.nat(4)), { maxLength: 30, selector: String })
    .map((drawn) => drawn.map(([moment, place]) => idAt(moment, place))),
  first: fc.constantFrom("newest", "oldest"),
});
const bounds = fc.option(moments, { nil: undefined });
const sorts = fc.constantFrom("-created_at", "created_at");
const timeOf = (moment: number | undefined): string | undefined =>
  moment === undefined ? undefined : formatInstant(instantFromMs(moment));

test("a list is read page by page and back in either order, and only between two times", async () => {
  await fc.assert(
    fc.asyncProperty(
      lists,
      sorts,
      bounds,
      bounds,
      fc.integer({ min: 1, max: 9 }),
      async (list, sort, after, before, size) => {
        const query = { sort, created_after: timeOf(after), created_before: timeOf(before) };
        const within = list.ids
          .filter((id) => after === undefined || id >= lowestIdAt(instantFromMs(after + 1)))
          .filter((id) => before === undefined || id < lowestIdAt(instantFromMs(before)))
          .toSorted();
        const pages: Shown[] = [];
        let position: string | undefined;
        do {
          pages.push(await readPage(list, query, { size, direction: "after", position }));
          position = pages.at(-1)?.next ?? undefined;
        } while (position !== undefined);
        const expected = sort === "created_at" ? within : within.toReversed();
        expect(pages.flatMap(({ ids }) => ids)).toEqual(expected);
        // No empty page at the end, and the first page has none before it.
        expect(pages.length).toBe(Math.max(1, Math.ceil(expected.length / size)));
        expect(pages[0]?.prev).toBeNull();
        for (const [index, { prev }] of pages.slice(1).entries()) {
          const back = await readPage(list, query, { size, direction: "before", position: prev ?? "" });
          expect(back.ids).toEqual(pages[index]?.ids);
          expect(back.prev === null).toBe(index === 0);
        }
      },
    ),
    { numRuns: 200 },
  );
});
