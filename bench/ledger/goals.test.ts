import { expect, test } from "vitest";
import { comparisonGoal, type Figure, growthGoal } from "./goals.ts";
import type { Load } from "./transfers.ts";
import type { VariantName } from "./variant.ts";

test("the ledger's best is compared with the best of the fastest peer, whatever the callers", () => {
  const figures = [
    figure("ledger", 16, 2_000),
    figure("ledger", 1_024, 15_000),
    figure("statements", 64, 1_000),
    figure("call", 32, 5_000),
    figure("call", 1_024, 6_000),
    figure("pgbench", 16, 4_000),
    // Another load is compared separately.
    figure("call", 16, 50_000, "hot"),
  ];
  expect(comparisonGoal("spread", figures)).toMatchObject({ measured: 2.5, atLeast: 2.5, isMet: true });
  expect(comparisonGoal("spread", [...figures, figure("pgbench", 64, 6_001)]).isMet).toBe(false);
});

test("one hot account requires eight times the throughput", () => {
  const peer = figure("call", 4, 1_000, "hot");
  expect(comparisonGoal("hot", [figure("ledger", 256, 8_000, "hot"), peer]).isMet).toBe(true);
  expect(comparisonGoal("hot", [figure("ledger", 256, 7_999, "hot"), peer]).isMet).toBe(false);
});

test("a missing figure meets no goal", () => {
  expect(comparisonGoal("spread", [figure("call", 4, 1)]).isMet).toBe(false);
  expect(comparisonGoal("spread", [figure("ledger", 4, Number.NaN), figure("call", 4, 1)]).isMet).toBe(false);
});

test("growth counts the size with the lowest ratio, and a faster result is no miss", () => {
  const growth = (speeds: readonly number[]) =>
    speeds.map((perSecond, index) => ({
      ...figure("ledger", 64, perSecond),
      postings: 10n ** BigInt(index),
    }));
  expect(growthGoal("spread", growth([100, 80, 90]))).toMatchObject({ measured: 0.8, isMet: true });
  expect(growthGoal("spread", growth([100, 79, 100])).isMet).toBe(false);
  expect(growthGoal("spread", growth([100, 150, 140]))).toMatchObject({ measured: 1, isMet: true });
});

function figure(variant: VariantName, callers: number, perSecond: number, load: Load = "spread"): Figure {
  const rest = { p50Ms: 1, p99Ms: 2, cpuMicroseconds: 3, databaseCpuMicroseconds: 4 };
  return { load, variant, callers, measurement: { perSecond, ...rest } };
}
