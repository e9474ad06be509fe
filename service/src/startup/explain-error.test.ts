import { expect, test } from "vitest";
import { ConfigError } from "../config.ts";
import { EnvelopeError } from "../kernel/envelope.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { explainError } from "./explain-error.ts";

test("a refusal names each field in words, one line each", () => {
  const errors = [
    { pointer: "/business_name", detail: "must not be empty" },
    { pointer: "/scopes/0", detail: "must be a scope" },
    { pointer: "/a~1b/c~0d", detail: "is required" },
  ];
  const refusal = refuse("validation_failed", "the first of them", { errors });
  expect(explainError(new RefusalError(refusal))).toBe(
    "business name must not be empty\nscopes number 1 must be a scope\na/b c~d is required",
  );
});

test("a refusal without fields is explained by its detail, and by its cause if it has one", () => {
  const refusal = refuse("dependency_unavailable", "the database cannot be reached right now");
  expect(explainError(new RefusalError(refusal))).toBe("the database cannot be reached right now");
  const cause = new AggregateError([new Error("connect ECONNREFUSED ::1:5432"), new Error("another")]);
  expect(explainError(new RefusalError(refusal, { cause }))).toBe(
    "the database cannot be reached right now: connect ECONNREFUSED ::1:5432",
  );
});

test("an error that the operator can fix says how", () => {
  expect(explainError(new ConfigError(["PORT must be a whole number"]))).toContain("  - PORT must be");
  expect(explainError(new EnvelopeError("sealed with another key"))).toMatch(
    /^sealed with .* Set MASTER_KEY/,
  );
});

test("a port in use is named", () => {
  const taken = { code: "EADDRINUSE", address: "::1", port: 8080 };
  expect(explainError(Object.assign(new Error("listen"), taken))).toContain("already in use ([::1]:8080);");
  const unnamed = Object.assign(new Error("listen"), { code: "EADDRINUSE" });
  expect(explainError(unnamed)).toContain("already in use;");
});

test("an internal error is not explained", () => {
  expect(explainError(new TypeError("x is not a function"))).toBeUndefined();
  expect(explainError("text")).toBeUndefined();
});
