import { expect, test } from "vitest";
import { patternsOf } from "./event-pattern.ts";

test("an event is wanted by its type and by each of its families", () => {
  expect(patternsOf("transfer.created")).toEqual(["transfer.created", "transfer.*"]);
  expect(patternsOf("account.verification.completed")).toEqual([
    "account.verification.completed",
    "account.*",
    "account.verification.*",
  ]);
});
