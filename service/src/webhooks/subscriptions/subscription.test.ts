import { expect, test } from "vitest";
import { patternsOf } from "./subscription.ts";

test("an event matches its type and each of its wildcards", () => {
  expect(patternsOf("transfer.created")).toEqual(["transfer.created", "transfer.*"]);
  expect(patternsOf("account.verification.completed")).toEqual([
    "account.verification.completed",
    "account.*",
    "account.verification.*",
  ]);
});
