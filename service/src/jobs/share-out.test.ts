import fc from "fast-check";
import { expect, test } from "vitest";
import { shareOut } from "./share-out.ts";

const noneHeld = new Map<string, number>();

test("a tenant with one job gets its slot next to a tenant with many job types", () => {
  const ready = [
    { kind: "a", tenantId: "large" },
    { kind: "b", tenantId: "large" },
    { kind: "c", tenantId: "large" },
    { kind: "a", tenantId: "small" },
  ];
  const shares = shareOut(ready, { freeSlots: 4, maxPerTenant: 4, held: noneHeld });
  expect(shares.map(({ tenantId, quota }) => [tenantId, quota])).toContainEqual(["small", 1]);
});

test("a single tenant gets all slots but those reserved for others", () => {
  const shares = shareOut([{ kind: "a", tenantId: "only" }], {
    freeSlots: 10,
    maxPerTenant: 8,
    held: noneHeld,
  });
  expect(shares).toEqual([{ kind: "a", tenantId: "only", quota: 8 }]);
});

test("slots that a tenant already holds count", () => {
  const held = new Map([["busy", 3]]);
  const shares = shareOut([{ kind: "a", tenantId: "busy" }], { freeSlots: 10, maxPerTenant: 3, held });
  expect(shares).toEqual([]);
});

const situation = fc.record({
  ready: fc.uniqueArray(
    fc.record({ kind: fc.constantFrom("a", "b", "c"), tenantId: fc.constantFrom("1", "2", "3", "4", "5") }),
    { selector: ({ kind, tenantId }) => kind + tenantId },
  ),
  freeSlots: fc.nat({ max: 50 }),
  maxPerTenant: fc.integer({ min: 1, max: 50 }),
  held: fc
    .dictionary(fc.constantFrom("1", "2", "3"), fc.nat({ max: 20 }))
    .map((held) => new Map(Object.entries(held))),
});

test("no slot is granted twice, no tenant exceeds its share, and no slot is left while a tenant could use it", () => {
  fc.assert(
    fc.property(situation, ({ ready, ...limits }) => {
      const shares = shareOut(ready, limits);
      const total = shares.reduce((sum, { quota }) => sum + quota, 0);
      const holds = (tenantId: string): number =>
        shares
          .filter((share) => share.tenantId === tenantId)
          .reduce((sum, { quota }) => sum + quota, limits.held.get(tenantId) ?? 0);
      expect(total).toBeLessThanOrEqual(limits.freeSlots);
      for (const { tenantId } of shares) expect(holds(tenantId)).toBeLessThanOrEqual(limits.maxPerTenant);
      const couldUse = ready.some(({ tenantId }) => holds(tenantId) < limits.maxPerTenant);
      if (couldUse) expect(total).toBe(limits.freeSlots);
    }),
  );
});
