import { expect, test } from "vitest";
import type { Permission } from "../../permission.ts";
import type { Workspace } from "../../workspace/use-workspace.ts";
import { recordLinks } from "./record-links.ts";

test("records of a transfer are linked if the user may open them", () => {
  const links = recordLinks({
    workspace: workspaceOf(
      "payments:read",
      "events:read",
      "webhooks:read",
      "workspace.read",
      "requests.read",
    ),
    mayReadBankFiles: false,
    accountId: "child",
    subscriberOf: (subscriptionId) => (subscriptionId === "known" ? "tenant" : undefined),
  });
  expect(links.payment("p")).toBe("/w/tenant/testnet/payments/p");
  expect(links.event("e")).toBe("/w/tenant/testnet/events/child/e");
  expect(links.delivery("known", "d")).toBe("/w/tenant/testnet/webhooks/tenant/known/deliveries/d");
  expect(links.delivery("unknown", "d")).toBeUndefined();
  expect(links.ledgerAccount("wallet:a/b")).toBe("/w/tenant/testnet/ledger/statement?account=wallet%3Aa%2Fb");
  expect(links.ledgerRecord("7")).toBe("/w/tenant/testnet/ledger/records/7");
  expect(links.request("a b")).toBe("/w/tenant/testnet/requests?request=a%20b");
  expect([links.address("a"), links.application("a")]).toEqual([undefined, undefined]);
  expect(links.bankFile("f")).toBeUndefined();
});

test("outside a workspace, only bank files are linked", () => {
  const links = recordLinks({
    workspace: undefined,
    mayReadBankFiles: true,
    accountId: undefined,
    subscriberOf: () => undefined,
  });
  expect(links.bankFile("f")).toBe("/ops/bank-files/f");
  expect([links.payment("p"), links.address("a"), links.event("e"), links.ledgerAccount("l")]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

function workspaceOf(...permissions: readonly Permission[]): Workspace {
  return {
    tenantId: "tenant",
    network: "testnet",
    name: "Tenant",
    selfAttested: false,
    can: (permission) => permissions.includes(permission),
    params: { tenant_id: "tenant", network: "testnet" },
  };
}
