import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createReadinessChecks } from "./readiness.ts";
import { createServiceMetrics } from "./service-metrics.ts";
import type { Workers } from "./workers.ts";

type Health = ReturnType<Workers["health"]>;

const rest = {
  events: { lastTurnAt: undefined, failuresInARow: 0 },
} as const;

test.each(["jobs", "documents", "webhooks"] as const)(
  "a node that has not polled its %s for a while is not ready",
  async (silent) => {
    await using testDatabase = await createTestDatabase();
    const clock = createManualClock();
    const startedAt = clock.now();
    const runner = (name: string) => ({ lastClaimAt: name === silent ? startedAt : clock.now(), running: 0 });
    const health = (): Health => ({ ...rest, jobs: runner("jobs"), documents: runner("documents") });
    const webhooks = { health: () => runner("webhooks") };
    const checks = createReadinessChecks({ database: testDatabase.database, clock }, { health }, webhooks);
    const failing = async (): Promise<readonly string[]> => {
      const outcomes = await Promise.allSettled(checks.map(({ check }) => check()));
      return checks.filter((_, index) => outcomes[index]?.status === "rejected").map(({ name }) => name);
    };
    clock.advance(15_000);
    expect(await failing()).toEqual([]);
    clock.advance(1);
    expect(await failing()).toEqual([silent]);
  },
);

test("metrics show the running jobs of each runner", async () => {
  await using testDatabase = await createTestDatabase();
  const registry = new Registry();
  const runner = (running: number) => ({ lastClaimAt: undefined, running });
  const health = (): Health => ({ ...rest, jobs: runner(3), documents: runner(2) });
  createServiceMetrics(registry, { database: testDatabase.database }, { health });
  const text = await registry.getSingleMetricAsString("florin_jobs_running");
  expect(text).toContain('florin_jobs_running{runner="jobs"} 3');
  expect(text).toContain('florin_jobs_running{runner="documents"} 2');
});
