import { expect, test } from "vitest";
import { statusWords, toneOf } from "./status-tone.ts";
import { setTransferTypes } from "./transfer-type-words.ts";
import { servedTransferTypes } from "./transfer-types.fixture.ts";

setTransferTypes(servedTransferTypes);

test("a status is converted to words", () => {
  expect(statusWords("in_review")).toBe("In review");
  expect(statusWords("PENDING")).toBe("Pending");
  expect(statusWords("ach_return")).toBe("ACH return");
  expect(statusWords("closed_by_ach")).toBe("Closed by ACH");
});

test("an unknown status is neutral", () => {
  expect(toneOf("completed")).toBe("good");
  expect(toneOf("FAILED")).toBe("bad");
  expect(toneOf("held")).toBe("waiting");
  expect(toneOf("unknown")).toBe("neutral");
});
