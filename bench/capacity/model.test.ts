import { expect, test } from "vitest";
import { type Cost, databaseLimit, needsOf, shardSkew } from "./model.ts";

const accept: Cost = {
  name: "accept",
  perTransfer: 1,
  serviceCpuUs: 1_000,
  databaseCpuUs: 500,
  walBytes: 8_000,
  storedBytes: 4_000,
  commits: 0.1,
};
const webhook: Cost = { ...accept, name: "webhook", perTransfer: 2, serviceCpuUs: 100, databaseCpuUs: 50 };

test("needs grow with the transfers and with what follows each", () => {
  expect(needsOf(1_000, [accept])).toMatchObject({ serviceCores: 1, nodes: 3, databaseCores: 0.5 });
  const both = needsOf(1_000, [accept, webhook]);
  expect(both.serviceCores).toBeCloseTo(1.2);
  expect(both.databaseCores).toBeCloseTo(0.6);
  expect(both.walMegabytesPerSecond).toBeCloseTo(24);
  expect(both.walGigabytesPerDay).toBeCloseTo(2_073.6);
  expect(both.commitsPerSecond).toBeCloseTo(300);
});

test("one database server is planned to half of its cores", () => {
  expect(databaseLimit(16, [accept])).toBeCloseTo(16_000);
  expect(databaseLimit(16, [accept, webhook])).toBeCloseTo(8 / 0.0006);
});

test("equal tenants even out over shards; one large tenant does not", () => {
  expect(shardSkew(1, 32, 0)).toBe(32);
  expect(shardSkew(100_000, 32, 0)).toBeLessThan(1.1);
  expect(shardSkew(1_000, 32, 1)).toBeGreaterThan(shardSkew(1_000, 32, 0));
});
