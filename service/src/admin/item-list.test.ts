import { expect, test } from "vitest";
import { collectStream } from "./item-list.ts";

async function* pagesUpTo(last: number, size: number): AsyncGenerator<readonly number[]> {
  for (let first = 1; first <= last; first += size)
    yield Array.from({ length: Math.min(size, last - first + 1) }, (_, index) => first + index);
}

test("all pages are collected", async () => {
  expect(await collectStream(pagesUpTo(7, 3))).toEqual({ items: [1, 2, 3, 4, 5, 6, 7], isComplete: true });
  expect(await collectStream(pagesUpTo(0, 3))).toEqual({ items: [], isComplete: true });
});

test("a list stops at its limit and reports whether it is complete", async () => {
  expect(await collectStream(pagesUpTo(10_000, 100))).toMatchObject({ isComplete: true });
  const cut = await collectStream(pagesUpTo(Number.POSITIVE_INFINITY, 300));
  expect(cut.isComplete).toBe(false);
  expect(cut.items).toHaveLength(10_000);
  expect(cut.items.at(-1)).toBe(10_000);
});
