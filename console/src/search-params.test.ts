import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-params.ts";

test("text stays text: an id of digits is no number", () => {
  expect(parseSearch("?account=0123&open=true&memo=a%26b")).toEqual({
    account: "0123",
    open: "true",
    memo: "a&b",
  });
});

test("what is not set stays out of the URL", () => {
  expect(stringifySearch({ a: "x y", b: "", c: undefined })).toBe("?a=x+y");
  expect(stringifySearch({})).toBe("");
});

test("what was written is read back", () => {
  const search = { memo: "a&b=c?d", status: "held" };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});
