import { expect, test } from "vitest";
import { isFlat } from "./backlog.ts";

const backlogOf = (deliveries: readonly number[]) =>
  deliveries.map((count) => ({ events: 0, deliveries: count }));

test("a backlog that rises at first and then stays is flat", () => {
  expect(isFlat(backlogOf([0, 400, 900, 950, 900, 920, 910, 940, 930]), 100)).toBe(true);
});

test("a backlog that keeps growing is not flat", () => {
  expect(isFlat(backlogOf([0, 100, 200, 300, 400, 500, 600, 700, 800]), 100)).toBe(false);
});
