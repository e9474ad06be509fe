import { expect, test } from "vitest";
import { createTestDatabase } from "../../service/test/database.ts";
import { isLong, sizeOf } from "../../service/test/scale.ts";
import { compare } from "./comparison.ts";
import { benchChains, parseOptions } from "./options.ts";

const chains = isLong ? benchChains : (["base"] as const);
const transfers = sizeOf("BENCH_TRANSFERS", { usual: 4, long: 8 });
/** The service goes first in one of them, the raw sender in the other. */
const roundCount = 2;

test.each(chains)(
  "on %s, service and raw sender both execute all transfers, and the books are correct",
  async (chain) => {
    const { count, paces } = parseOptions(["--count", `${transfers}`, "--paces", "quick"]);
    const [pace] = paces;
    if (pace === undefined) throw new Error("no quick pace");
    await using testDatabase = await createTestDatabase();
    const closers: (() => Promise<void>)[] = [];
    try {
      const { target } = testDatabase;
      const plan = { target, chain, pace, count, rounds: roundCount, progress: () => undefined };
      const { rounds, node } = await compare(plan, closers);
      expect(node).not.toBe("");
      expect(rounds).toHaveLength(roundCount);
      for (const { service, rawMs } of rounds) {
        expect(service.ms).toBeGreaterThanOrEqual(service.acceptedMs);
        expect(service.steps.ms.get("broadcast")).toBeGreaterThan(0);
        expect(rawMs).toBeGreaterThan(0);
      }
    } finally {
      for (const closer of closers.toReversed()) await closer();
    }
  },
);
