import { expect, test } from "vitest";
import type { Overview } from "./home.ts";
import { byRisk, countsByPage } from "./queue-info.ts";

type Queue = Overview["queues"][number];

const queue = (name: Queue["name"], given: Partial<Queue> = {}): Queue => ({
  name,
  count: 1,
  is_more: false,
  testnet: 1,
  mainnet: 0,
  oldest_at: "2026-11-18T10:00:00.000Z",
  testnet_amount: null,
  mainnet_amount: null,
  ...given,
});

test("faults come first, then mainnet, then the oldest", () => {
  const queues = [
    queue("reviews"),
    queue("suspense", { oldest_at: "2026-11-10T10:00:00.000Z" }),
    queue("held_transfers", { mainnet: 1 }),
    queue("dead_jobs"),
  ];
  expect(queues.toSorted(byRisk).map(({ name }) => name)).toEqual([
    "dead_jobs",
    "held_transfers",
    "suspense",
    "reviews",
  ]);
});

test("queues of one page are added up, and empty ones have no count", () => {
  const counts = countsByPage([
    queue("held_transfers", { count: 2 }),
    queue("held_deposits", { count: 3 }),
    queue("reviews", { count: 0 }),
  ]);
  expect([...counts]).toEqual([["/ops/held", 5]]);
});
