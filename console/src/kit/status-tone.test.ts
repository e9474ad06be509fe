import { expect, test } from "vitest";
import { statusWords, toneOf } from "./status-tone.ts";

test("a status is read as words", () => {
  expect(statusWords("in_review")).toBe("In review");
  expect(statusWords("PENDING")).toBe("Pending");
  expect(statusWords("ach_return")).toBe("ACH return");
  expect(statusWords("closed_by_ach")).toBe("Closed by ACH");
});

test("a status that nobody has sorted is neutral, and not good", () => {
  expect(toneOf("completed")).toBe("good");
  expect(toneOf("FAILED")).toBe("bad");
  expect(toneOf("held")).toBe("waiting");
  expect(toneOf("never heard of")).toBe("neutral");
});
