import type { ChainMemo } from "../chains/chain-memo.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { RowOf } from "../db/table.ts";
import type { Id, Network, TenantId } from "../kernel/id.ts";
import { usd } from "../kernel/money.ts";
import type { BankRail } from "../rails/rail.ts";
import type { automations } from "./tables.ts";

export type AutomationId = Id<"automation">;

/** Forwards funds from its source to its destination, each time by a transfer. */
export interface Automation
  extends Pick<AutomationRow, "tenantId" | "network" | "id" | "accountId" | "name" | "status">,
    Pick<AutomationRow, "brandAccountId" | "createdAt" | "updatedAt"> {
  readonly source: AutomationSource;
  readonly destination: AutomationDestination;
}

export type AutomationRow = RowOf<typeof automations>;

export interface AutomationScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

export const automationStatuses = [
  /** Its account number or address is not set up yet. */
  "pending",
  "active",
  /** Inactive until it is reactivated. */
  "disabled",
  /** Final. */
  "archived",
] as const;
export type AutomationStatus = (typeof automationStatuses)[number];

/** Dollars received at its own account number, or tokens received at its own address. */
export type AutomationSource =
  | { readonly medium: "bank" }
  | {
      readonly medium: "chain";
      readonly chain: ChainName;
      readonly valueType: string;
      /** Undefined until it is set up. */
      readonly addressId: string | undefined;
    };

export type AutomationDestination =
  | { readonly medium: "bank"; readonly rail: BankRail; readonly addressId: string }
  | {
      readonly medium: "chain";
      readonly chain: ChainName;
      readonly valueType: string;
      readonly addressId: string;
      /** For the owner of an external address, in every transfer. */
      readonly memo?: ChainMemo;
    };

/** Name of automations as a payment owner. */
export const automationsOwnerName = "automations";

export function valueTypeOf(end: AutomationSource | AutomationDestination): string {
  return end.medium === "bank" ? usd.code : end.valueType;
}

/** The same end with the value type in the spelling of the token catalog. */
export function spelledAs<End extends AutomationSource | AutomationDestination>(
  end: End,
  valueType: string,
): End {
  return end.medium === "bank" ? end : { ...end, valueType };
}

export function memoOf(end: AutomationDestination): ChainMemo | undefined {
  return end.medium === "bank" ? undefined : end.memo;
}

export function transferTypeOf(end: AutomationDestination): ChainName | BankRail {
  return end.medium === "bank" ? end.rail : end.chain;
}
