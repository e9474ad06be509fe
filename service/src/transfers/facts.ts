import type { Account } from "../accounts/index.ts";
import type { Address } from "../addresses/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Principal } from "../http/principal.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import type { LedgerAccount } from "../ledger/index.ts";
import type { Payment } from "../payments/index.ts";
import type { IsFrozen, Token } from "../tokens/index.ts";
import type { FeeSchedule } from "./fees/transfer-fee.ts";
import type { ComplianceHold, TreasuryPlace } from "./transfer.ts";
import type { WantedTransfer } from "./transfer-request.ts";

/** What a request asks for and who asks: an application, or an automation of the account. */
export interface Asked {
  readonly tenantId: TenantId;
  readonly network: Network;
  /** As the path names it. */
  readonly accountId: string;
  readonly wanted: WantedTransfer;
  readonly cause: Cause;
  readonly asker:
    | { readonly principal: Principal }
    | { readonly automationId: string; readonly funding?: Funding };
}

/** Money that has come already, and where it stands in the ledger. */
export interface Funding {
  readonly payment: Payment;
  readonly funds: LedgerAccount;
}

/** What is known of a request when it is decided; undefined is what does not exist or may not be seen. */
export interface TransferFacts {
  readonly account: Account | undefined;
  /** Of the tenant and network, by id. */
  readonly addresses: ReadonlyMap<string, Address>;
  readonly tokens: ReadonlyMap<string, Token>;
  /** Where the tenant keeps tokens of others, by chain. */
  readonly treasury: ReadonlyMap<ChainName, TreasuryPlace>;
  readonly fees: FeeSchedule;
  /** The account whose name the other bank is to show. */
  readonly brandAccount: Account | undefined;
  /** Whether an end is on the sanctions list. */
  readonly listing: (address: Address) => Omit<ComplianceHold, "end"> | undefined;
  /** Whether a token of the catalogue is there. */
  readonly isContract: (place: { readonly chain: ChainName; readonly address: string }) => boolean;
  /** Whether the operator froze an address for a token. */
  readonly isFrozen: IsFrozen;
}
