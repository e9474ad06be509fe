import type { Chain } from "../../src/chains/chain.ts";
import type { NodePool } from "../../src/chains/node-pool.ts";
import type { KeyRef, Signer } from "../../src/chains/signer.ts";

/** A node of this machine, in memory and quick, and people on its chain who are not ours. */
export interface ChainNode {
  /** What the service is told of it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly nodes: NodePool;
  /** Gives those who send what they need to send. */
  prepare(chain: Chain, signer: Signer): Promise<void>;
  /** Somebody else, who can hold this token. */
  newExternalIssuer(contract: string): Promise<ExternalIssuer>;
  /** A custodial address consents to hold this token, where the chain asks for that before anybody can send it some. */
  welcome(holder: CustodialHolder, contract: string, signer: Signer): Promise<void>;
  /** Off: what is sent waits until `advance`. */
  setMoving(isMoving: boolean): Promise<void>;
  /** Makes so many blocks now. */
  advance(blocks: number): Promise<void>;
  close(): Promise<void>;
}

export interface CustodialHolder {
  readonly address: string;
  readonly key: KeyRef;
}

export interface ExternalIssuer {
  readonly address: string;
  /** Sends tokens of this contract, and waits for no block. One of an outsider at a time, or Stellar refuses. */
  pay(to: string, units: bigint): Promise<void>;
}
