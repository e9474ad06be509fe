import { expect, test } from "vitest";
import { simulateRestore } from "../../service/test/business/simulate-restore.ts";
import { seedOf, sizeOf } from "../../service/test/scale.ts";

const firstSeed = seedOf("RESTORE_SEED");
const runs = sizeOf("RESTORE_RUNS", { usual: 1, long: 10 });
const transfers = sizeOf("RESTORE_TRANSFERS", { usual: 60, long: 150 });
const patienceMs = 600_000;
const sums = { adopted: 0, open: 0, adoptedEntries: 0 };

for (let seed = firstSeed; seed < firstSeed + runs; seed += 1)
  test(`a business that restores a backup does nothing twice (RESTORE_SEED=${seed} RESTORE_TRANSFERS=${transfers})`, {
    timeout: patienceMs,
  }, async () => {
    const { adopted, open, adoptedEntries } = await simulateRestore({ seed, transfers });
    sums.adopted += adopted;
    sums.open += open;
    sums.adoptedEntries += adoptedEntries;
    expect(adopted + open).toBeGreaterThan(0);
  });

test("operations and payments found their effects, and some effects belong to nothing", () => {
  expect(sums.adopted).toBeGreaterThan(0);
  expect(sums.open).toBeGreaterThan(0);
  expect(sums.adoptedEntries).toBeGreaterThan(0);
});
