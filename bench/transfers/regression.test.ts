import { expect, test } from "vitest";
import { type CostPoint, deviation, fitCost } from "./regression.ts";

const pointsOf = (noise: number): readonly CostPoint[] =>
  [1, 4, 16, 64].map((size, index) => ({
    batchesPerTransfer: 1 / size,
    microseconds: (465 + 2_400 / size) * (1 + (index % 2 === 0 ? noise : -noise)),
  }));

test("costs per transfer and per batch are found from batches of several sizes", () => {
  const { perTransfer, perBatch } = fitCost(pointsOf(0));
  expect(perTransfer).toBeCloseTo(465);
  expect(perBatch).toBeCloseTo(2_400);
});

test("noise of a few percent moves them by a few percent, because large batches count as much as small ones", () => {
  const { perTransfer, perBatch } = fitCost(pointsOf(0.03));
  expect(Math.abs(deviation(perTransfer, 465))).toBeLessThan(0.06);
  expect(Math.abs(deviation(perBatch, 2_400))).toBeLessThan(0.12);
});
