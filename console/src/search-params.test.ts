import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-params.ts";

test("values stay strings: an id of digits does not become a number", () => {
  expect(parseSearch("?account=0123&open=true&memo=a%26b")).toEqual({
    account: "0123",
    open: "true",
    memo: "a&b",
  });
});

test("unset values are not written to the URL", () => {
  expect(stringifySearch({ a: "x y", b: "", c: undefined })).toBe("?a=x+y");
  expect(stringifySearch({})).toBe("");
});

test("written values are read back", () => {
  const search = { memo: "a&b=c?d", status: "held" };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});
