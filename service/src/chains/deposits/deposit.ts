import type { Session, Transaction } from "../../db/database.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { ChainKey, ChainName } from "../chain-name.ts";

/** Tokens that came to a custodial address from outside, in a block that is final. */
export interface Deposit {
  readonly chain: ChainName;
  readonly transactionId: string;
  /** Tells the deposits of one transaction apart. */
  readonly index: number;
  readonly contract: string;
  /** Undefined where the chain does not tell one sender. */
  readonly from: string | undefined;
  /** Then everybody who may have sent it. */
  readonly otherSenders: readonly string[];
  readonly to: string;
  readonly addressId: string;
  readonly units: bigint;
}

/** The module that knows what the tokens are, and where they are posted. */
export interface DepositOwner {
  /** The tokens that are looked for on a chain, by their contracts. */
  contracts(session: Session, key: ChainKey): Promise<readonly string[]>;
  /**
   * Final deposits of one tenant and network, in the transaction that marks them as credited. Called once for each;
   * must have no effect but through the transaction, and records in the ledger last.
   */
  credit(
    tx: Transaction,
    scope: { readonly tenantId: TenantId; readonly network: Network },
    deposits: readonly Deposit[],
  ): Promise<void>;
}
