import type { Chain } from "../../src/chains/chain.ts";
import type { KeyRef, Signer } from "../../src/chains/signer.ts";

/** What a family can do that others cannot; a promise that needs it is asked only of those. */
export interface ChainTraits {
  /** The chain itself refuses a second mint with the same reference. */
  readonly oneTimeReferences: boolean;
  /** Transactions of a sender are numbered, so that another can take the place of one. */
  readonly sequences: boolean;
  /** A transaction that waits too long can never be included. */
  readonly expires: boolean;
  /** A block can be forgotten again before it is final. */
  readonly reorganises: boolean;
}

/** A chain on this machine with everything that the suite needs around it. Its lanes can pay their fees. */
export interface ChainEnvironment {
  readonly chain: Chain;
  /** The signer that the chain was made with. */
  readonly signer: Signer;
  readonly nodeUrl: string;
  /** The same chain through other addresses, asked in this order, with a patience of well below a second for each. */
  chainThrough(urls: readonly string[]): Chain;
  /**
   * Lets the chain include what waits and go on by so many blocks. Whatever else has to pass before an outcome is final
   * passes too.
   */
  advance(blocks: number): Promise<void>;
  /** Forgets the newest block and what was in it, and goes on with another. Only where the family reorganises. */
  reorganise?(): Promise<void>;
  /** A custodial address with nothing at all on the chain. */
  newHolder(): Promise<Holder>;
  /** An address that is not ours and that can take this token. */
  newOutsideAddress(contract: string): Promise<string>;
  /** Moves tokens away from such an address, as its owner would: final when it returns, or soon after. */
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
