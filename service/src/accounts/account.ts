import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";

/** A customer. A managing account is its own tenant; a managed one belongs to the account that manages it. */
export type Account = ManagingAccount | ManagedAccount;

export interface ManagingAccount extends AccountFields {
  readonly kind: "managing";
}

export interface ManagedAccount extends AccountFields {
  readonly kind: "managed";
  readonly managingAccountId: AccountId;
  /** The network it was created in, and the only one in which it exists. */
  readonly network: Network;
}

export const accountStatuses = ["pending", "complete", "rejected"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

interface AccountFields {
  readonly id: AccountId;
  readonly tenantId: TenantId;
  readonly name: string;
  readonly businessName: string | undefined;
  /** A tokenization account attests its own tokens; a managed account inherits this from its managing account. */
  readonly selfAttested: boolean;
  readonly status: AccountStatus;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
