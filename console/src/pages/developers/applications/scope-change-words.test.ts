import { expect, test } from "vitest";
import { scopeChangeWords } from "./scope-change-words.ts";

test("a change of scopes is described by what it adds and removes", () => {
  expect(scopeChangeWords(["a:read", "b:read"], ["b:read", "a:read"])).toEqual([]);
  expect(scopeChangeWords(["a:read"], ["a:read", "b:read"])).toEqual([
    "Adds b:read: in access tokens that are requested from now on.",
  ]);
  expect(scopeChangeWords(["a:read", "b:read"], ["c:read"])).toEqual([
    "Adds c:read: in access tokens that are requested from now on.",
    "Removes a:read, b:read: requests that need them fail within seconds.",
  ]);
});
