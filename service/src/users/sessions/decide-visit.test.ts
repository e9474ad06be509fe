import fc from "fast-check";
import { expect, test } from "vitest";
import { isScope, scopeNames } from "../../http/scopes.ts";
import { networks, type TenantId, type UserId } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { openPermissions, operatorPermissions, ownWorkspacePermissions } from "../roles/permission.ts";
import { memberRights, memberRoles, operatorRights, operatorRoles } from "../roles/role.ts";
import { decideVisit } from "./decide-visit.ts";
import { type LiveSession, type SessionId, secondFactorFreshMs } from "./session.ts";

const now = instantFromMs(Date.UTC(2026, 10, 15, 12));
const tenants = ["A", "B", "C"].map((letter) => letter.repeat(26) as TenantId);
const workspacePermissions = [...scopeNames, ...ownWorkspacePermissions];

const anyTenant = fc.constantFrom(...tenants);
const anyNetwork = fc.constantFrom(...networks);
const anyPermission = fc.constantFrom(...openPermissions, ...operatorPermissions, ...workspacePermissions);

const anySession: fc.Arbitrary<LiveSession> = fc.record({
  id: fc.constant("S".repeat(26) as SessionId),
  userId: fc.constant("P".repeat(26) as UserId),
  stage: fc.constantFrom("password", "complete"),
  secondFactorAt: fc.option(
    fc.integer({ min: 0, max: 2 * secondFactorFreshMs }).map((ageMs) => instantFromMs(now - ageMs)),
    { nil: undefined },
  ),
  seenAt: fc.constant(now),
  operatorRole: fc.option(fc.constantFrom(...operatorRoles), { nil: undefined }),
  memberships: fc
    .array(fc.tuple(anyTenant, fc.constantFrom(...memberRoles)))
    .map((entries): LiveSession["memberships"] => new Map(entries)),
});

const anySessionRequest = fc.record({
  permission: anyPermission,
  isSensitive: fc.boolean(),
  params: fc.record({
    tenant_id: fc.oneof(anyTenant, fc.constantFrom<string>("", "nonsense", "D".repeat(26))),
    network: fc.oneof(anyNetwork, fc.constantFrom<string>("", "moonnet")),
  }),
});

test("before a session is complete, only sign-in operations are allowed", () => {
  fc.assert(
    fc.property(anySession, anySessionRequest, (session, sessionRequest) => {
      const visit = decideVisit({ ...session, stage: "password" }, sessionRequest, now);
      if (sessionRequest.permission === "entering") expect(visit).toMatchObject({ principal: undefined });
      else expect(visit).toMatchObject({ code: "sign_in_required" });
    }),
  );
});

test("a member can act only in their own tenants, as the role allows", () => {
  fc.assert(
    fc.property(anySession, anySessionRequest, (session, sessionRequest) => {
      const member = { ...session, operatorRole: undefined };
      const visit = decideVisit(member, sessionRequest, now);
      if (isRefusal(visit)) return;
      const isOpen = openPermissions.some((open) => open === sessionRequest.permission);
      if (isOpen) expect(visit.principal).toBeUndefined();
      else {
        const role = session.memberships.get(sessionRequest.params.tenant_id as TenantId);
        const network = networks.find((known) => known === sessionRequest.params.network);
        expect(visit.principal).toMatchObject({ tenantId: sessionRequest.params.tenant_id, network });
        expect(role !== undefined && network !== undefined).toBe(true);
        if (role === undefined || network === undefined) return;
        const rights = memberRights(role, network);
        expect([...rights]).toContain(sessionRequest.permission);
        expect([...(visit.principal?.scopes ?? [])].sort()).toEqual([...rights].filter(isScope).sort());
      }
    }),
  );
});

test("a user without a role in a workspace cannot learn that it exists", () => {
  const permission = fc.constantFrom(...workspacePermissions);
  fc.assert(
    fc.property(anySession, anySessionRequest, permission, (session, sessionRequest, expected) => {
      const stranger: LiveSession = {
        ...session,
        stage: "complete",
        operatorRole: undefined,
        memberships: new Map(),
      };
      expect(decideVisit(stranger, { ...sessionRequest, permission: expected }, now)).toMatchObject({
        code: "not_found",
      });
    }),
  );
});

test("an operator can do on the platform only what the role allows", () => {
  const permission = fc.constantFrom(...operatorPermissions);
  fc.assert(
    fc.property(anySession, permission, (session, expected) => {
      const complete = { ...session, stage: "complete" } as const;
      const visit = decideVisit(complete, { permission: expected, params: {}, isSensitive: false }, now);
      const { operatorRole } = session;
      const isAllowed = operatorRole !== undefined && operatorRights[operatorRole].platform.has(expected);
      expect(isRefusal(visit)).toBe(!isAllowed);
      if (isRefusal(visit)) expect(visit.code).toBe("not_permitted");
    }),
  );
});

test("sensitive operations require a second factor within five minutes", () => {
  fc.assert(
    fc.property(anySession, anySessionRequest, (session, sessionRequest) => {
      const visit = decideVisit(session, { ...sessionRequest, isSensitive: true }, now);
      if (isRefusal(visit) || sessionRequest.permission === "entering") return;
      expect(session.secondFactorAt).toBeGreaterThan(now - secondFactorFreshMs);
    }),
  );
});

test("a developer can move value only on testnet", () => {
  const moving = ["transfers:write", "tokens:write", "self_attested_tokens:mint"] as const;
  for (const scope of moving) {
    expect(memberRights("developer", "testnet").has(scope)).toBe(true);
    expect(memberRights("developer", "mainnet").has(scope)).toBe(false);
  }
});
