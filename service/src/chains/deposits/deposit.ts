import type { Session, Transaction } from "../../db/database.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { ChainKey, ChainName } from "../chain-name.ts";

/** Tokens received by a custodial address, in a final block. */
export interface Deposit {
  readonly chain: ChainName;
  readonly transactionId: string;
  /** Distinguishes the deposits of one transaction. */
  readonly index: number;
  readonly contract: string;
  /** Undefined if the chain does not show a single sender. */
  readonly from: string | undefined;
  /** All possible senders, if `from` is undefined. */
  readonly otherSenders: readonly string[];
  readonly to: string;
  readonly addressId: string;
  readonly units: bigint;
}

/** The module that knows the tokens and posts their deposits to the ledger. */
export interface DepositOwner {
  /** Contracts of the tokens to scan for. */
  contracts(session: Session, key: ChainKey): Promise<readonly string[]>;
  /**
   * Final deposits of one tenant and network, in the database transaction that marks them as credited. Called once per
   * deposit. Must have no effect outside the transaction, and must post to the ledger last.
   */
  credit(
    tx: Transaction,
    scope: { readonly tenantId: TenantId; readonly network: Network },
    deposits: readonly Deposit[],
  ): Promise<void>;
}
