import fc from "fast-check";
import { expect, test } from "vitest";
import { anyOrganisation } from "../../test/organisation.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { type ApprovalFacts, type Approver, type Party, refuseApprover, unmetDemands } from "./decide.ts";
import type { ApprovalRuleId, Demand } from "./rule.ts";

const newAccessMs = 1_000;
const anyDemand = fc
  .record({
    setBy: fc.constantFrom("tenant" as const, "platform" as const),
    approvals: fc.integer({ min: 1, max: 3 }),
    approverRoles: fc.subarray(["admin", "developer", "compliance", "application"], { minLength: 1 }),
  })
  .map((demand): Demand => ({ ...demand, id: "rule" as ApprovalRuleId }));

const roles = fc.record({
  operatorRole: fc.constantFrom(undefined, "admin", "compliance"),
  memberRole: fc.constantFrom("admin", "admin", "developer", undefined),
});

/** An organisation, and a request in it that some of its users and applications have approved. */
const anyCase = fc
  .record({ organisation: anyOrganisation, demands: fc.array(anyDemand, { minLength: 1, maxLength: 2 }) })
  .chain(({ organisation, demands }) => {
    const { identities } = organisation;
    return fc.record({
      organisation: fc.constant(organisation),
      demands: fc.constant(demands),
      requester: fc.constantFrom(...identities),
      approvers: fc
        .shuffledSubarray([...identities])
        .chain((chosen) => fc.tuple(...chosen.map((party) => roles.map((role) => approverOf(party, role))))),
      now: fc.integer({ min: 2_000, max: 4_000 }).map(instantFromMs),
    });
  });

test("no operation is carried out with fewer roots of access than its rules demand", () => {
  let carriedOut = 0;
  fc.assert(
    fc.property(anyCase, ({ organisation, requester, demands, approvers, now }) => {
      const facts = { requester, demands, approvers, now, newAccessMs, graph: organisation.graph };
      if (unmetDemands(facts).length > 0) return;
      carriedOut += 1;
      for (const demand of demands) {
        const fitting = approvers.filter((approver) => hasRole(demand, approver)).map(({ id }) => id);
        const enough = subsetsOf(fitting, demand.approvals).some(
          (chosen) => organisation.fewestIndividuals([requester.id, ...chosen]) > demand.approvals,
        );
        expect(enough).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
  expect(carriedOut).toBeGreaterThan(10);
});

/** An application has no other role than its own, and none once it is revoked. */
function approverOf(party: Party, role: Pick<Approver, "operatorRole" | "memberRole">): Approver {
  if (party.type === "user") return { ...party, ...role };
  return { ...party, operatorRole: undefined, memberRole: role.memberRole && "application" };
}

function hasRole({ setBy, approverRoles }: Demand, { operatorRole, memberRole }: Approver): boolean {
  return approverRoles.includes((setBy === "platform" ? operatorRole : memberRole) ?? "none");
}

function subsetsOf(all: readonly string[], size: number): readonly (readonly string[])[] {
  const [first, ...rest] = all;
  if (size === 0) return [[]];
  if (first === undefined) return [];
  return [...subsetsOf(rest, size - 1).map((subset) => [first, ...subset]), ...subsetsOf(rest, size)];
}

test("a user who may not approve never completes an operation", () => {
  fc.assert(
    fc.property(anyCase, ({ organisation: { graph }, requester, demands, approvers, now }) => {
      const [candidate, ...others] = approvers;
      if (candidate === undefined) return;
      const before: ApprovalFacts = { requester, demands, approvers: others, graph, now, newAccessMs };
      if (refuseApprover(before, candidate) === undefined) return;
      const after = { ...before, approvers: [...others, candidate] };
      expect(unmetDemands(after)).toEqual(unmetDemands(before));
    }),
  );
});
