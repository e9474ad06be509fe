import type { RowOf } from "../db/table.ts";
import type { AccountId, Network } from "../kernel/id.ts";
import type { accounts } from "./tables.ts";

/** A customer. A managing account is its own tenant; a managed one belongs to the account that manages it. */
export type Account = ManagingAccount | ManagedAccount;

export interface ManagingAccount extends AccountFields {
  readonly kind: "managing";
}

export interface ManagedAccount extends AccountFields {
  readonly kind: "managed";
  readonly managingAccountId: AccountId;
  readonly network: Network;
}

export const accountStatuses = ["pending", "complete", "rejected"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

type AccountFields = Omit<RowOf<typeof accounts>, "kind" | "managingAccountId" | "network">;
