import type { Account } from "../accounts/index.ts";
import type { Address } from "../addresses/index.ts";
import type { ChainFamily, ChainName } from "../chains/chain-name.ts";
import type { Principal } from "../http/principal.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { LedgerAccount } from "../ledger/index.ts";
import type { Payment } from "../payments/index.ts";
import type { IsFrozen, Token } from "../tokens/index.ts";
import type { FeeSchedule } from "./fees/transfer-fee.ts";
import type { ComplianceHold, TreasuryPlace } from "./transfer.ts";
import type { RequestedTransfer } from "./transfer-request.ts";

/** A transfer request and its requester: an API client, or an automation of the account. */
export interface RequestedTransferInput {
  readonly tenantId: TenantId;
  readonly network: Network;
  /** As given in the path. */
  readonly accountId: string;
  readonly requestedTransfer: RequestedTransfer;
  readonly cause: Cause;
  readonly requester:
    | { readonly principal: Principal }
    | { readonly automationId: string; readonly funding?: Funding };
}

/** Money that has already been received, and the ledger account that holds it. */
export interface Funding {
  readonly payment: Payment;
  readonly funds: LedgerAccount;
}

/** Until when an address receives nothing; undefined if it can be a destination now. */
export type CoolsUntil = (address: Address) => Instant | undefined;

/** The data a request is decided on; undefined means it does not exist or is not visible. */
export interface TransferFacts {
  readonly account: Account | undefined;
  /** Addresses of the tenant on this network, by id. */
  readonly addresses: ReadonlyMap<string, Address>;
  /** By the value types of the requests, which may be in any letter case. */
  readonly tokens: ReadonlyMap<string, Token>;
  /** Treasury addresses that hold the tenant's third-party tokens, by chain. */
  readonly treasury: ReadonlyMap<ChainFamily, TreasuryPlace>;
  readonly fees: FeeSchedule;
  /** The account whose name appears on the statement. */
  readonly brandAccount: Account | undefined;
  /** The account owes, and its outflows are held. */
  readonly isDebtor: boolean;
  /** The sanctions match of an address, if any. */
  readonly sanctionsMatch: (address: Address) => Omit<ComplianceHold, "end"> | undefined;
  /** Until when an address receives nothing, because it was added or changed recently. */
  readonly coolsUntil: CoolsUntil;
  /** Whether this address is the contract of a known token. */
  readonly isContract: (place: { readonly chain: ChainName; readonly address: string }) => boolean;
  /** Whether the operator has frozen the address for a token. */
  readonly isFrozen: IsFrozen;
}
