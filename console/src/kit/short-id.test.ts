import { expect, test } from "vitest";
import { shortId } from "./short-id.ts";

test("of a long id the end is shown, and a short one whole", () => {
  expect(shortId("01ARZ3NDEKTSV4RRFFQ69G5FAV")).toBe("…Q69G5FAV");
  expect(shortId("usd")).toBe("usd");
});
