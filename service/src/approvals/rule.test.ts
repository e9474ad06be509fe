import { expect, test } from "vitest";
import { platformTenant, type TenantId } from "../kernel/id.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { type ApprovalRule, type ApprovalRuleId, type ControlledFacts, demandsOf } from "./rule.ts";

const tenantId = "01JD7Q2M8W3T5V6X9YZABCDEFG" as TenantId;
const rule: ApprovalRule = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFH" as ApprovalRuleId,
  setBy: "platform",
  tenantId,
  operation: "claim_settlement",
  network: "mainnet",
  asset: "FUSD",
  aboveCents: 1_000n,
  requesterRole: "treasury",
  approvals: 1,
  approverRoles: ["admin"],
  createdAt: instantFromMs(0),
};
const facts: ControlledFacts = {
  operation: "claim_settlement",
  tenantId,
  affectedNetwork: "mainnet",
  assets: ["USD", "FUSD"],
  cents: 1_001n,
  destination: undefined,
  requesterRole: "treasury",
};

test.each<[string, Partial<ControlledFacts>, number]>([
  ["all of it", {}, 1],
  ["an unknown tenant", { tenantId: platformTenant }, 1],
  ["unknown assets", { assets: [] }, 1],
  ["the asset at the other end, in small letters", { assets: ["fusd", "USD"] }, 1],
  ["what concerns both networks", { affectedNetwork: undefined }, 1],
  ["an unknown amount", { cents: undefined }, 1],
  ["another operation", { operation: "limit" }, 0],
  ["another tenant", { tenantId: "01JD7Q2M8W3T5V6X9YZABCDEFJ" as TenantId }, 0],
  ["another network", { affectedNetwork: "testnet" }, 0],
  ["other assets", { assets: ["USD", "XUSD"] }, 0],
  ["the amount itself", { cents: 1_000n }, 0],
  ["another role", { requesterRole: "admin" }, 0],
])("a rule is applied to %s as often as it should be", (_name, change, times) => {
  expect(demandsOf([rule], { ...facts, ...change })).toHaveLength(times);
});
