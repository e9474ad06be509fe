import { expect, test } from "vitest";
import { nothingFound } from "./nothing-found.ts";

test("whoever may not see everything is not told that there is no such thing", () => {
  expect(nothingFound("FLR-0000000016", false)).toBe(
    "Nothing was found for “FLR-0000000016” among what you may see.",
  );
});

test("what was not asked of the service is not said to be missing there", () => {
  expect(nothingFound("ab", false)).toBe("No page has a name like this.");
  expect(nothingFound("acme", true)).toBe("The search did not work. Try again.");
});
