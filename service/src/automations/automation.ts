import type { ChainName } from "../chains/chain-name.ts";
import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { usd } from "../kernel/money.ts";
import type { BankRail } from "../rails/rail.ts";

export type AutomationId = Id<"automation">;

/** What comes to its source goes on to its destination, each time by a transfer. */
export interface Automation extends AutomationScope {
  readonly id: AutomationId;
  readonly accountId: AccountId;
  readonly name: string;
  readonly status: AutomationStatus;
  readonly source: AutomationSource;
  readonly destination: AutomationDestination;
  /** Whose name the other bank shows, where it is not the account's own. */
  readonly brandAccountId: string | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface AutomationScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

export const automationStatuses = [
  /** Its account number or its address is not there yet. */
  "pending",
  "active",
  /** It does nothing until it is active again. */
  "disabled",
  /** For ever. */
  "archived",
] as const;
export type AutomationStatus = (typeof automationStatuses)[number];

/** Dollars that others send to an account number of its own, or tokens that come to an address of its own. */
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
    };

/** The name by which payments know automations: their account numbers belong to it. */
export const automationsOwnerName = "automations";

export function valueTypeOf(end: AutomationSource | AutomationDestination): string {
  return end.medium === "bank" ? usd.code : end.valueType;
}

export function transferTypeOf(end: AutomationDestination): ChainName | BankRail {
  return end.medium === "bank" ? end.rail : end.chain;
}
