import fc from "fast-check";
import { expect, test } from "vitest";
import { responded } from "../../../test/webhooks.ts";
import { evaluate } from "./outcome.ts";

test("2xx is a success and nothing else is", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.integer({ min: 1, max: 11 }), (code, number) => {
      expect(evaluate(responded(code), { attemptNumber: number, random: 0 }).status === "succeeded").toBe(
        code >= 200 && code < 300,
      );
    }),
  );
});

test("no response is a failure with its reason", () => {
  const outcome = { type: "no_response", message: "connection refused", durationMs: 1 } as const;
  expect(evaluate(outcome, { attemptNumber: 1, random: 0 })).toEqual({
    status: "failed",
    failureMessage: "connection refused",
    retryInMs: 5_000,
  });
});

test("the eleventh failure is the last", () => {
  expect(evaluate(responded(500), { attemptNumber: 10, random: 0 })).toMatchObject({ status: "failed" });
  expect(evaluate(responded(500), { attemptNumber: 11, random: 0 })).toEqual({
    status: "exhausted",
    failureMessage: "HTTP 500",
    isGone: false,
  });
});

test("410 ends it at the first attempt, unless the subscription has another URL by now", () => {
  const first = { attemptNumber: 1, random: 0 };
  expect(evaluate(responded(410), first)).toMatchObject({ status: "exhausted", isGone: true });
  expect(evaluate(responded(410), { ...first, hasMoved: true })).toMatchObject({ status: "failed" });
});
