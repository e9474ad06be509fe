import { expect, test } from "vitest";
import { shortId } from "./short-id.ts";

test("a long id is shortened to its end, a short one is shown whole", () => {
  expect(shortId("01ARZ3NDEKTSV4RRFFQ69G5FAV")).toBe("…Q69G5FAV");
  expect(shortId("usd")).toBe("usd");
});
