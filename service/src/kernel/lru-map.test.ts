import { expect, test } from "vitest";
import { createLruMap } from "./lru-map.ts";

test("a full map evicts the least recently used entry", () => {
  const map = createLruMap<number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect(map.get("b")).toBeUndefined();
  expect([map.get("a"), map.get("c"), map.size]).toEqual([1, 3, 2]);
});

test("a deleted entry is gone, and setting a key again replaces its value", () => {
  const map = createLruMap<number>(2);
  map.set("a", 1);
  map.set("a", 2);
  expect([map.get("a"), map.size]).toEqual([2, 1]);
  map.delete("a");
  expect([map.get("a"), map.size]).toEqual([undefined, 0]);
});
