import type { Chain } from "../../src/chains/chain.ts";
import type { NodePool } from "../../src/chains/node-pool.ts";
import type { KeyRef, Signer } from "../../src/chains/signer.ts";

/** A fast in-memory RPC node, and external holders on its chain. */
export interface ChainNode {
  /** Settings that point the service to this node. */
  readonly environment: Readonly<Record<string, string>>;
  readonly nodes: NodePool;
  /** Funds the sender queues. */
  prepare(chain: Chain, signer: Signer): Promise<void>;
  /** A new external holder of this token. */
  newExternalIssuer(contract: string): Promise<ExternalIssuer>;
  /** Lets a custodial address opt in to this token, where the chain requires a trustline first. */
  welcome(holder: CustodialHolder, contract: string, signer: Signer): Promise<void>;
  /** Off: transactions wait until `advance`. */
  setMoving(isMoving: boolean): Promise<void>;
  /** Produces this many blocks now. */
  advance(blocks: number): Promise<void>;
  close(): Promise<void>;
}

export interface CustodialHolder {
  readonly address: string;
  readonly key: KeyRef;
}

export interface ExternalIssuer {
  readonly address: string;
  /** Sends tokens of this contract, without waiting for a block. One per holder at a time, or Stellar rejects it. */
  pay(to: string, units: bigint): Promise<void>;
}
