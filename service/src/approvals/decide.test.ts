import fc from "fast-check";
import { expect, test } from "vitest";
import { instantFromMs } from "../kernel/instant.ts";
import { type ApprovalFacts, type Approver, refuseApprover, unmetDemands } from "./decide.ts";
import type { ApprovalRuleId, Demand } from "./rule.ts";

const newAccessMs = 1_000;
const now = instantFromMs(100_000);
const userIds = ["a", "b", "c", "d"];

const anyDemand = fc
  .record({
    setBy: fc.constantFrom("tenant" as const, "platform" as const),
    approvals: fc.integer({ min: 1, max: 3 }),
    approverRoles: fc.subarray(["admin", "developer", "compliance"], { minLength: 1 }),
  })
  .map((demand): Demand => ({ ...demand, id: "rule" as ApprovalRuleId }));

const anyApprover: fc.Arbitrary<Approver> = fc.record({
  type: fc.constant("user" as const),
  id: fc.constantFrom(...userIds),
  operatorRole: fc.constantFrom(undefined, "admin", "compliance"),
  memberRole: fc.constantFrom(undefined, "admin", "developer"),
  accessChanges: fc.array(
    fc.record({
      kind: fc.constantFrom("invited" as const, "role" as const, "reset" as const),
      by: fc.constantFrom(undefined, ...userIds),
      at: fc.integer({ min: 98_000, max: 100_000 }).map(instantFromMs),
    }),
    { maxLength: 2 },
  ),
});

const anyFacts = fc.record({
  requester: fc.record({ type: fc.constant("user" as const), id: fc.constantFrom(...userIds) }),
  demands: fc.array(anyDemand, { minLength: 1, maxLength: 3 }),
  approvers: fc.uniqueArray(anyApprover, { selector: ({ id }) => id, maxLength: 4 }),
  now: fc.constant(now),
  newAccessMs: fc.constant(newAccessMs),
});

test("an operation is only carried out with as many different, independent users as each rule demands", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      if (unmetDemands(facts).length > 0) return;
      for (const { setBy, approvals, approverRoles } of facts.demands) {
        const fitting = facts.approvers.filter(({ id, operatorRole, memberRole, accessChanges }) => {
          const role = setBy === "platform" ? operatorRole : memberRole;
          const isNew = accessChanges.some(({ at }) => now - at < newAccessMs);
          const isDependent = accessChanges.some(
            ({ kind, by }) => kind !== "role" && by === facts.requester.id,
          );
          const isRequester = id === facts.requester.id;
          return role !== undefined && approverRoles.includes(role) && !isNew && !isDependent && !isRequester;
        });
        expect(fitting.length).toBeGreaterThanOrEqual(approvals);
      }
    }),
  );
});

test("a user who may not approve never completes an operation", () => {
  fc.assert(
    fc.property(anyFacts, anyApprover, (facts: ApprovalFacts, candidate) => {
      const others = facts.approvers.filter(({ id }) => id !== candidate.id);
      const before = { ...facts, approvers: others };
      if (refuseApprover(before, candidate) === undefined) return;
      expect(unmetDemands({ ...before, approvers: [...others, candidate] })).toEqual(unmetDemands(before));
    }),
  );
});

test("of two users, one of them invited by the other, only the first counts", () => {
  const admin = (id: string, by?: string): Approver => ({
    type: "user",
    id,
    operatorRole: undefined,
    memberRole: "admin",
    accessChanges: [{ kind: "invited", by, at: instantFromMs(0) }],
  });
  const demand: Demand = {
    id: "rule" as ApprovalRuleId,
    setBy: "tenant",
    approvals: 2,
    approverRoles: ["admin"],
  };
  const facts = { requester: { type: "user" as const, id: "a" }, demands: [demand], now, newAccessMs };
  expect(unmetDemands({ ...facts, approvers: [admin("b"), admin("c", "b")] })).toEqual([demand]);
  expect(unmetDemands({ ...facts, approvers: [admin("b"), admin("c", "d")] })).toEqual([]);
});
