import { expect, test } from "vitest";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { accessOf, hasAccess, type RoleMap } from "./role-map.ts";

const newId = createIdFactory(systemClock);
const [acme, other] = [newId<"tenant">(), newId<"tenant">()];
const roleMap: RoleMap = [
  { group: "Admins", grant: { kind: "operator", role: "admin" } },
  { group: "Treasury", grant: { kind: "operator", role: "treasury" } },
  { group: "Acme", grant: { kind: "member", tenantId: acme, role: "developer" } },
  { group: "All", grant: { kind: "member", tenantId: acme, role: "viewer" } },
  { group: "All", grant: { kind: "member", tenantId: other, role: "viewer" } },
];

test("for the instance and for each tenant, the first matching entry decides", () => {
  const access = accessOf(roleMap, new Set(["All", "Treasury", "Acme", "Admins"]));
  expect(access.operatorRole).toBe("admin");
  expect([...access.memberships]).toEqual([
    [acme, "developer"],
    [other, "viewer"],
  ]);
});

test("groups are compared exactly, and unknown ones grant nothing", () => {
  expect(hasAccess(accessOf(roleMap, new Set(["admins", "Admins ", ""])))).toBe(false);
  expect(hasAccess(accessOf(roleMap, new Set(["Treasury"])))).toBe(true);
});
