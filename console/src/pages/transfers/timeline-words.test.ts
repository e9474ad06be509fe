import { expect, test } from "vitest";
import { freshMsOf, noDeliveriesWords } from "./timeline-words.ts";

const at = "2026-11-16T15:00:00Z";
const createdMs = Date.parse(at);

test("a new event without deliveries is not sent yet; an older one has no subscription", () => {
  expect(noDeliveriesWords(at, createdMs)).toBe("Not sent yet");
  expect(noDeliveriesWords(at, createdMs + 9999)).toBe("Not sent yet");
  expect(noDeliveriesWords(at, createdMs + 10_000)).toBe("No webhook subscription.");
});

test("an old event is not waited on", () => {
  expect(freshMsOf(at, createdMs + 4000)).toBe(6000);
  expect(freshMsOf(at, createdMs + 60_000)).toBe(0);
});
