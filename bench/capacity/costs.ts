import type { Cost } from "./model.ts";

const unmeasured = { walBytes: undefined, storedBytes: undefined, commits: undefined };

/** What follows an accepted transfer, with the CPU times of other benchmarks; see bench/README.md. */
export const followingCosts: readonly Cost[] = [
  // bench:webhooks with ten subscriptions: three events of a transfer, one subscription each.
  { name: "webhook delivery", perTransfer: 3, serviceCpuUs: 80, databaseCpuUs: 39, ...unmeasured },
  // bench:chains on base with blocks of 250 ms. The CPU time of the database was not measured.
  { name: "chain operation", perTransfer: 1, serviceCpuUs: 4_857, databaseCpuUs: 0, ...unmeasured },
];
