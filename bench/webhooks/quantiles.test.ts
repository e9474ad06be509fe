import { expect, test } from "vitest";
import { quantilesOf, spreadOf } from "./quantiles.ts";

test("a quantile is one of the measured values, whatever their order", () => {
  const figures = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(quantilesOf(figures)).toEqual({ count: 200, p50: 100, p95: 190, p99: 198 });
  expect(quantilesOf([7])).toEqual({ count: 1, p50: 7, p95: 7, p99: 7 });
});

test("a spread has the median, the minimum and the maximum", () => {
  expect(spreadOf([3, 1, 9])).toEqual({ median: 3, lowest: 1, highest: 9 });
  expect(spreadOf([4, 2])).toEqual({ median: 2, lowest: 2, highest: 4 });
});

test("an empty list has no figures", () => {
  expect(quantilesOf([]).p50).toBeNaN();
  expect(spreadOf([])).toEqual({ median: Number.NaN, lowest: Number.NaN, highest: Number.NaN });
});
