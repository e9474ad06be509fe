import { expect, test } from "vitest";
import { plainWords } from "./plain-words.ts";
import { setTransferTypes } from "./transfer-type-words.ts";

test("names become words, and acronyms are uppercase", () => {
  setTransferTypes({ chains: [], rails: [], payment_types: [{ type: "ach", name: "ACH" }] });
  expect(plainWords("ach_return")).toBe("ACH return");
  expect(plainWords("same-day-ACH")).toBe("same day ACH");
  expect(plainWords("wire_return")).toBe("wire return");
  expect(plainWords("each_approach")).toBe("each approach");
});
