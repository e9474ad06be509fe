import { expect, test } from "vitest";
import { patternsOf, warningsOf } from "./subscription.ts";

test("an event matches its type and each of its wildcards", () => {
  expect(patternsOf("transfer.created")).toEqual(["transfer.created", "transfer.*"]);
  expect(patternsOf("account.verification.completed")).toEqual([
    "account.verification.completed",
    "account.*",
    "account.verification.*",
  ]);
});

test.each([
  [["transfer.failed"], 1],
  [["transfer.completed", "transfer.failed", "payment.*"], 1],
  [["transfer.failed", "transfer.reversed"], 0],
  [["transfer.failed", "transfer.*"], 0],
  [["transfer.*"], 0],
  [["transfer.completed"], 0],
])("the events %j have %d warnings", (events, count) => {
  expect(warningsOf(events)).toHaveLength(count);
});
