import { expect, test } from "vitest";
import { eventSummary } from "./event-summary.ts";

test("an event is summarized by the amount, name and status of its object", () => {
  const amount = { value: "1250.00", currency: "USD" };
  expect(eventSummary({ id: "t", amount, status: "in_review" })).toBe("1,250.00 USD · In review");
  expect(eventSummary({ name: "Acme", status: "complete" })).toBe("Acme · Complete");
  expect(eventSummary({ amount: "1", status: null })).toBe("–");
  expect(eventSummary(undefined)).toBe("–");
});
