import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cutPage, type PageRequest, rowsToFetch } from "../kernel/page.ts";
import { RefusalError } from "../kernel/refusal.ts";
import { createCursorSigner } from "./cursor.ts";
import { readPage } from "./paging.ts";

const signer = createCursorSigner(randomBytes(32));

/** Like a store: the rows nearest to the cursor, in the paging direction. */
function fetchRows(ids: readonly string[], page: PageRequest): readonly string[] {
  const newestFirst = [...ids].sort().reverse();
  const { position } = page;
  const expected =
    page.direction === "after"
      ? newestFirst.filter((id) => position === undefined || id < position)
      : newestFirst.toReversed().filter((id) => position === undefined || id > position);
  return expected.slice(0, rowsToFetch(page));
}

function readList(ids: readonly string[], query: Record<string, unknown>) {
  const page = readPage(query, "list", signer);
  return cutPage(fetchRows(ids, page), page, (id) => id);
}

const idLists = fc.uniqueArray(fc.stringMatching(/^[0-9A-Z]{8}$/), { maxLength: 60 });
const sizes = fc.integer({ min: 1, max: 20 });

test("following next returns every item once, newest first", () => {
  fc.assert(
    fc.property(idLists, sizes, (ids, size) => {
      const seen: string[] = [];
      let query: Record<string, unknown> = { "page[size]": size };
      for (;;) {
        const { items, pagination } = readList(ids, query);
        seen.push(...items);
        if (pagination.next === null) break;
        query = { "page[size]": size, "page[after]": pagination.next };
      }
      expect(seen).toEqual([...ids].sort().reverse());
    }),
  );
});

test("following prev returns the previous page", () => {
  fc.assert(
    fc.property(idLists, sizes, (ids, size) => {
      const first = readList(ids, { "page[size]": size });
      if (first.pagination.next === null) return;
      const second = readList(ids, { "page[size]": size, "page[next]": first.pagination.next });
      const back = readList(ids, { "page[size]": size, "page[before]": second.pagination.prev });
      expect(back.items).toEqual(first.items);
      expect(first.pagination.prev).toBeNull();
    }),
  );
});

test("new items do not shift the following pages", () => {
  const ids = ["A1", "A2", "A3", "A4"];
  const first = readList(ids, { "page[size]": 2 });
  const second = readList([...ids, "A9"], { "page[size]": 2, "page[after]": first.pagination.next });
  expect(second.items).toEqual(["A2", "A1"]);
});

test("a changed, foreign or invented cursor is refused", () => {
  const cursor = signer.sign("list", "A1");
  const changed = `${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`;
  const foreign = createCursorSigner(randomBytes(32)).sign("list", "A1");
  for (const bad of [changed, foreign, signer.sign("other list", "A1"), "", "AAAA", "!!!", "A".repeat(400)]) {
    expect(() => readPage({ "page[after]": bad }, "list", signer), bad).toThrow(RefusalError);
  }
});

test("two cursors at once are refused, including through the aliases", () => {
  const cursor = signer.sign("list", "A1");
  expect(() => readPage({ "page[after]": cursor, "page[before]": cursor }, "list", signer)).toThrow(
    "only one",
  );
  expect(() => readPage({ "page[after]": cursor, "page[next]": cursor }, "list", signer)).toThrow("only one");
});
