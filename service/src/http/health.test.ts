import { Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { healthRoutes } from "./health.ts";
import type { ApiRequest } from "./route.ts";

/** Reads the metrics of a node whose collection takes a second. */
function slowMetrics() {
  const clock = createManualClock();
  const registry = new Registry();
  const state = { collections: 0, fails: false };
  new Gauge({
    name: "collections",
    help: "Collections.",
    registers: [registry],
    collect() {
      state.collections += 1;
      clock.advance(1_000);
      if (state.fails) throw new Error("the database is unavailable");
      this.set(state.collections);
    },
  });
  const deps = { checks: [], clock, registry, isDraining: () => false, metricsToken: undefined };
  const { work } = healthRoutes(deps).find(({ path }) => path === "/metrics") ?? {};
  if (work?.kind !== "read") throw new Error("metrics are read");
  const read = async (): Promise<unknown> => {
    const { body } = await work.handle({ headers: {} } as ApiRequest);
    return /^collections (\d+)$/m.exec(String(body))?.[1];
  };
  return { clock, state, read };
}

test("requests at the same time share one collection, and so do those soon after", async () => {
  const { clock, state, read } = slowMetrics();
  expect(await Promise.all(Array.from({ length: 100 }, read))).toEqual(
    Array.from({ length: 100 }, () => "1"),
  );
  clock.advance(3_999);
  expect(await read()).toBe("1");
  clock.advance(1);
  expect(await read()).toBe("2");
  expect(state.collections).toBe(2);
});

test("a collection that failed is repeated later", async () => {
  const { clock, state, read } = slowMetrics();
  state.fails = true;
  await expect(read()).rejects.toThrow("the database is unavailable");
  state.fails = false;
  clock.advance(4_000);
  expect(await read()).toBe("2");
});
