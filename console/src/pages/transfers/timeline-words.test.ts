import { expect, test } from "vitest";
import { freshMsOf, noDeliveriesWords } from "./timeline-words.ts";

const at = "2026-11-16T15:00:00Z";
const happened = Date.parse(at);

test("an event that has just happened is not sent yet, and later nobody wanted it", () => {
  expect(noDeliveriesWords(at, happened)).toBe("Not sent yet");
  expect(noDeliveriesWords(at, happened + 9999)).toBe("Not sent yet");
  expect(noDeliveriesWords(at, happened + 10_000)).toBe("No webhook was subscribed to it.");
});

test("an old event is not waited for", () => {
  expect(freshMsOf(at, happened + 4000)).toBe(6000);
  expect(freshMsOf(at, happened + 60_000)).toBe(0);
});
