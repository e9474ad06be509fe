import type { Chain } from "../../src/chains/chain.ts";
import type { KeyRef, Signer } from "../../src/chains/signer.ts";

/** Traits that not all families have; a promise that needs one is tested only where it applies. */
export interface ChainTraits {
  /** The chain itself rejects a second mint with the same reference. */
  readonly oneTimeReferences: boolean;
  /** Transactions of a sender have nonces, so that one can replace another. */
  readonly sequences: boolean;
  /** A transaction that is pending too long expires. */
  readonly expires: boolean;
  /** A block can be reorged before it is final. */
  readonly reorganises: boolean;
  /** A transaction can carry a text for its recipient. */
  readonly memos: boolean;
}

/** A local chain with everything that the suite needs. Its sender queues are funded. */
export interface ChainEnvironment {
  readonly chain: Chain;
  /** The signer of this chain. */
  readonly signer: Signer;
  readonly nodeUrl: string;
  /** The same chain through other RPC nodes, tried in this order. A busy machine does not reach the usual timeout. */
  chainThrough(urls: readonly string[], timeoutMs?: number): Chain;
  /**
   * Lets the chain include pending transactions and advance by this many blocks, and whatever else is needed for
   * finality.
   */
  advance(blocks: number): Promise<void>;
  /** Reorgs the newest block and continues with another. Only where the family reorganizes. */
  reorganise?(): Promise<void>;
  /** A new custodial address that does not exist on the chain. */
  newHolder(): Promise<Holder>;
  /** An external address that can receive this token. */
  newOutsideAddress(contract: string): Promise<string>;
  /** The text that a final transaction carries for its recipient. Only where the family has memos. */
  memoOf?(transactionId: string): Promise<string>;
  /** The owner of an external address that holds this token demands a memo of each payment. */
  requireMemo?(address: string, contract: string): Promise<void>;
  /** Sends tokens from such an address, as its owner would: final when it returns, or soon after. */
  outsideTransfer(transfer: OutsideTransfer): Promise<void>;
  close(): Promise<void>;
}

export interface Holder {
  readonly address: string;
  readonly key: KeyRef;
}

export interface OutsideTransfer {
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}
