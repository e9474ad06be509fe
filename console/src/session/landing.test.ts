import { afterAll, afterEach, expect, test, vi } from "vitest";
import { rememberWorkspace } from "../workspace/last-workspace.ts";
import { landingPath } from "./landing.ts";
import type { Me } from "./me.ts";

const storage = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
});

afterEach(() => storage.clear());
afterAll(() => vi.unstubAllGlobals());

test("a user lands in the last workspace", () => {
  rememberWorkspace({ tenantId: "two", network: "mainnet" });
  expect(landingPath(me({ memberOf: ["one", "two"] }))).toBe("/w/two/mainnet");
});

test("a workspace the user is no longer a member of is not opened", () => {
  rememberWorkspace({ tenantId: "gone", network: "mainnet" });
  expect(landingPath(me({ memberOf: ["one"] }))).toBe("/w/one/testnet");
});

test("an operator lands in operations, or in the last workspace", () => {
  expect(landingPath(me({ operatorRole: "support" }))).toBe("/ops");
  rememberWorkspace({ tenantId: "any", network: "testnet" });
  expect(landingPath(me({ operatorRole: "support" }))).toBe("/w/any/testnet");
});

test("a user without memberships lands on their own pages", () => {
  expect(landingPath(me({}))).toBe("/me");
});

test("an invalid value in the storage is ignored", () => {
  storage.set("florin.workspace", "one/othernet");
  expect(landingPath(me({ memberOf: ["one"] }))).toBe("/w/one/testnet");
});

test("only a tenant id and a network are stored", () => {
  rememberWorkspace({ tenantId: "one", network: "testnet" });
  expect([...storage]).toEqual([["florin.workspace", "one/testnet"]]);
});

interface Given {
  readonly operatorRole?: string;
  readonly memberOf?: readonly string[];
}

function me({ operatorRole, memberOf = [] }: Given): Me {
  return {
    user: { id: "p", email: "a@example.com", name: "A", source: "local" },
    stage: "complete",
    second_factors: { totp: true, passkeys: 0, recovery_codes_left: 0, sso: false },
    operator_role: operatorRole ?? null,
    platform_permissions: [],
    memberships: memberOf.map((tenant_id) => ({ tenant_id, name: tenant_id, role: "viewer" })),
  };
}
