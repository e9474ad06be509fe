import { expect, test } from "vitest";
import { actorWords, freshMsOf, namedPath, noDeliveriesWords, settlementWords } from "./timeline-words.ts";

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

test("applications, addresses and accounts are shown by name", () => {
  expect(actorWords({ type: "application", id: "01JD7Q2M8W3T5V6X9YZABCDEFG", name: "Checkout" })).toBe(
    "Checkout",
  );
  const names = new Map([["01JA", "Operating wallet"]]);
  expect(namedPath("wallet:01JA/base/FUSD", names)).toBe("wallet:Operating wallet/base/FUSD");
});

test("a settlement in the past is not announced", () => {
  expect(settlementWords(at, createdMs - 1)).toBe("Settles");
  expect(settlementWords(at, createdMs)).toBe("Settled");
});
