import type { ChainMemo } from "../chains/chain-memo.ts";
import type { ChainName } from "../chains/chain-name.ts";
import { integer, jsonb, numeric, optional, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { RefusalCode } from "../kernel/refusal.ts";
import type { BankRail } from "../rails/rail.ts";
import type { AutomationId, AutomationStatus } from "./automation.ts";
import type { RunOrigin } from "./automation-run.ts";

/** Incoming funds of automations and the transfers created for them. */
export const automationRuns = table({
  name: "automation_runs",
  owner: "automations",
  place: "distributed",
  key: ["tenantId", "origin", "originId"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    origin: text<RunOrigin>(),
    originId: text(),
    automationId: text<AutomationId>(),
    /** Amount received, in millionths. */
    units: numeric(),
    state: text<"waiting" | "forwarded" | "left">(),
    transferId: optional(text()),
    problemCode: optional(text<RefusalCode>()),
    problemDetail: optional(text()),
    problemAt: optional(timestamptz()),
    /** Number of transfer attempts. */
    tries: integer(),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Rules that forward funds from a source to a destination. */
export const automations = table({
  name: "automations",
  owner: "automations",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["automation"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<AutomationId>(),
    accountId: text<AccountId>(),
    name: text(),
    status: text<AutomationStatus>(),
    sourceValueType: text(),
    sourceChain: optional(text<ChainName>()),
    /** Undefined until it is set up. */
    sourceAddressId: optional(text()),
    destinationAddressId: text(),
    destinationValueType: text(),
    destinationTransferType: text<ChainName | BankRail>(),
    /** Originator name at the receiving bank, if not the account's. */
    brandAccountId: optional(text()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
    destinationMemo: optional(jsonb<ChainMemo>()),
  },
});
