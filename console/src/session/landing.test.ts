import { afterAll, afterEach, expect, test, vi } from "vitest";
import { rememberWorkspace } from "../workspace/last-workspace.ts";
import { landingPath } from "./landing.ts";
import type { Me } from "./me.ts";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

afterEach(() => kept.clear());
afterAll(() => vi.unstubAllGlobals());

test("somebody lands in the workspace of the last time", () => {
  rememberWorkspace({ tenantId: "two", network: "mainnet" });
  expect(landingPath(me({ memberOf: ["one", "two"] }))).toBe("/w/two/mainnet");
});

test("a workspace that is no longer theirs is not opened", () => {
  rememberWorkspace({ tenantId: "gone", network: "mainnet" });
  expect(landingPath(me({ memberOf: ["one"] }))).toBe("/w/one/testnet");
});

test("an operator lands in operations, or in the workspace of the last time", () => {
  expect(landingPath(me({ operatorRole: "support" }))).toBe("/ops");
  rememberWorkspace({ tenantId: "any", network: "testnet" });
  expect(landingPath(me({ operatorRole: "support" }))).toBe("/w/any/testnet");
});

test("who belongs nowhere lands at home", () => {
  expect(landingPath(me({}))).toBe("/me");
});

test("what somebody else wrote into the storage is not followed", () => {
  kept.set("florin.workspace", "one/othernet");
  expect(landingPath(me({ memberOf: ["one"] }))).toBe("/w/one/testnet");
});

test("an id and a network are all that is kept", () => {
  rememberWorkspace({ tenantId: "one", network: "testnet" });
  expect([...kept]).toEqual([["florin.workspace", "one/testnet"]]);
});

interface Given {
  readonly operatorRole?: string;
  readonly memberOf?: readonly string[];
}

function me({ operatorRole, memberOf = [] }: Given): Me {
  return {
    person: { id: "p", email: "a@example.com", name: "A" },
    stage: "complete",
    second_factors: { totp: true, passkeys: 0, recovery_codes_left: 0 },
    operator_role: operatorRole ?? null,
    platform_permissions: [],
    memberships: memberOf.map((tenant_id) => ({ tenant_id, name: tenant_id, role: "viewer" })),
  };
}
