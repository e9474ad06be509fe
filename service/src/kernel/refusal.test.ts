import { expect, test } from "vitest";
import { isRefusal, orThrow, RefusalError, refusalCodes, refuse } from "./refusal.ts";

test("orThrow throws a refusal with its code and detail", () => {
  const refusal = refuse("not_found", "there is no such resource");
  expect(isRefusal(refusal)).toBe(true);
  expect(() => orThrow(refusal)).toThrow(RefusalError);
  expect(orThrow(5)).toBe(5);
});

test("every code has a status that the API documents, a meaning and a remedy", () => {
  const statuses = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503]);
  for (const [code, { status, meaning, remedy }] of Object.entries(refusalCodes)) {
    expect(statuses.has(status), code).toBe(true);
    expect(meaning, code).toMatch(/\.$/);
    expect(remedy, code).toMatch(/\.$/);
  }
});
