import fc from "fast-check";
import { expect, test } from "vitest";
import { formatInstant, instantFromMs } from "../../kernel/instant.ts";
import { readReplay } from "./replay-request.ts";

const now = instantFromMs(Date.UTC(2026, 10, 15, 12));
const dayMs = 86_400_000;
const limits = { now, historyMs: 90 * dayMs, eventTypes: ["transfer.created", "payment.completed"] };
const since = "2026-11-15T11:00:00Z";

test("until defaults to now, and is never later", () => {
  expect(readReplay({ since }, limits)).toMatchObject({ until: now, types: undefined, onlyFailed: false });
  expect(readReplay({ since, until: "9999-12-31T23:59:59.999Z" }, limits)).toMatchObject({ until: now });
  const until = "2026-11-15T13:30:00+02:00";
  expect(readReplay({ since, until }, limits)).toMatchObject({ until: Date.UTC(2026, 10, 15, 11, 30) });
});

test("any two times either give a non-empty period in the past or are refused", () => {
  const moment = fc.integer({ min: 0, max: Date.UTC(9999, 0) }).map((ms) => formatInstant(instantFromMs(ms)));
  fc.assert(
    fc.property(moment, moment, fc.boolean(), (sinceText, until, only_failed) => {
      const input = readReplay({ since: sinceText, until, only_failed }, limits);
      if ("kind" in input) return;
      expect(input.since).toBeLessThan(input.until);
      expect(input.until).toBeLessThanOrEqual(now);
      if (input.onlyFailed) expect(input.since).toBeGreaterThanOrEqual(now - limits.historyMs);
    }),
  );
});

test.each([
  [{ since: "2026-02-30T00:00:00Z" }, "/since"],
  [{ since, until: "2026-11-15T10:59:60Z" }, "/until"],
  [{ since, until: since }, "/since"],
  [{ since: "2026-11-15T12:00:00Z" }, "/since"],
  [{ since, types: ["transfer.*", "refund.*"] }, "/types/1"],
  [{ since, types: ["*"] }, "/types/0"],
])("%o is refused at %s", (request, pointer) => {
  expect(readReplay(request, limits)).toMatchObject({ code: "validation_failed", errors: [{ pointer }] });
});

test("only_failed is refused for a period before the retention", () => {
  const longAgo = { since: "2026-08-01T00:00:00Z", only_failed: true };
  expect(readReplay(longAgo, limits)).toMatchObject({
    code: "unprocessable",
    detail: expect.stringContaining("the last 90 days"),
  });
  expect(readReplay({ ...longAgo, only_failed: false }, limits)).toMatchObject({ onlyFailed: false });
});
