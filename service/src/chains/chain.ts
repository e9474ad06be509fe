import type { ChainFamily, ChainKey } from "./chain-name.ts";
import type { KeyDuty, KeyRef } from "./signer.ts";

/**
 * The port to one chain of one network. An adapter keeps no state of its own that matters: what must survive is in the
 * database and handed to it. Amounts are units of six decimals everywhere; an adapter whose chain counts otherwise
 * converts. Every method throws a ChainUnavailableError when no node could be asked, and nothing else that is expected.
 */
export interface Chain {
  readonly key: ChainKey;
  readonly family: ChainFamily;
  /** The senders that operations go through, see Lane. */
  readonly lanes: readonly LanePlan[];
  /** Custodial holders must be told to `scan`, because the chain cannot be asked for a token as a whole. */
  readonly scansByHolder: boolean;

  /** The canonical text of an address, or what is wrong with it. Asks no node. */
  parseAddress(text: string): AddressVerdict;
  addressOf(publicKey: Uint8Array): string;

  /** Which lane signs and sends this operation. */
  dutyOf(operation: ChainOperation): KeyDuty;
  /** The next sequence that the chain expects of a lane; undefined where the chain has no sequences. */
  nextSequence(lane: LaneAddress): Promise<bigint | undefined>;

  /** Whether each operation could succeed now. Asked before anything is signed; in the order of the operations. */
  check(operations: readonly ChainOperation[]): Promise<readonly CheckVerdict[]>;
  /** Signs, sends nothing. The id is known before anybody else has seen the transaction. */
  prepare(operation: ChainOperation, lane: Lane, replaces?: FeeOffer): Promise<Prepared>;
  /** A transaction that does nothing but use the lane's sequence, so that those behind it can go on. */
  prepareFiller(lane: Lane, replaces?: FeeOffer): Promise<Prepared>;
  broadcast(bytes: Uint8Array): Promise<BroadcastVerdict>;
  /** In the order of the questions. */
  statuses(questions: readonly StatusQuestion[]): Promise<readonly TransactionStatus[]>;

  /** Token transfers in the blocks after `after`, final or not, up to the head or the adapter's own limit of blocks. */
  scan(request: ScanRequest): Promise<Scan>;
  supply(contract: string): Promise<bigint>;
  /** Units that each holder has, in their order; zero for one that holds nothing. */
  balances(contract: string, holders: readonly string[]): Promise<readonly bigint[]>;
  /** What an address has to pay fees with, in the chain's own smallest units. */
  gasBalance(address: string): Promise<bigint>;
  /** Where the chain stands, and whether it moves. */
  head(): Promise<ChainHead>;
}

export type AddressVerdict =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly detail: string };

/**
 * What can be done on a chain. Each is one transaction. `reference` names the deed: at most 64 characters, unique for
 * ever; where the chain can, it refuses a second mint or burn with the same one.
 */
export type ChainOperation =
  | DeployOperation
  | MintOperation
  | BurnOperation
  | TransferOperation
  | FreezeOperation;

export interface DeployOperation {
  readonly kind: "deploy";
  readonly reference: string;
  readonly name: string;
  readonly symbol: string;
  /** The key that names the token where a chain needs one of its own: the Solana mint, the Stellar issuer. */
  readonly issuer: KeyRef;
  /** Who administers and mints. The platform's duties, or an outsider that plays somebody else on a local chain. */
  readonly authority: "platform" | "outsider";
}

export interface MintOperation {
  readonly kind: "mint";
  readonly reference: string;
  readonly contract: string;
  /** As in the deployment of this token. */
  readonly issuer: KeyRef;
  readonly authority: "platform" | "outsider";
  readonly to: string;
  /** The custodial key behind `to`, where it is ours: a chain may need its consent to open an account for the token. */
  readonly toKey?: KeyRef;
  readonly units: bigint;
}

export interface BurnOperation {
  readonly kind: "burn";
  readonly reference: string;
  readonly contract: string;
  readonly issuer: KeyRef;
  readonly from: string;
  readonly fromKey: KeyRef;
  readonly units: bigint;
}

export interface TransferOperation {
  readonly kind: "transfer";
  readonly reference: string;
  readonly contract: string;
  readonly from: string;
  readonly fromKey: KeyRef;
  readonly to: string;
  readonly toKey?: KeyRef;
  readonly units: bigint;
}

export interface FreezeOperation {
  readonly kind: "freeze" | "unfreeze";
  readonly reference: string;
  readonly contract: string;
  readonly issuer: KeyRef;
  readonly holder: string;
}

/** A kind of sender, how many of them there are, and how many transactions of one may be under way at once. */
export interface LanePlan {
  readonly duty: KeyDuty;
  readonly count: number;
  readonly maxInFlight: number;
}

export interface LaneAddress {
  readonly key: KeyRef;
  readonly address: string;
}

/** One sender and the sequence that was set aside for this transaction; undefined where the chain has none. */
export interface Lane extends LaneAddress {
  readonly sequence: bigint | undefined;
}

export const failureReasons = [
  "insufficient_tokens",
  "frozen",
  "paused",
  "reference_used",
  "destination_not_ready",
  "rejected",
] as const;
export type FailureReason = (typeof failureReasons)[number];

export type CheckVerdict =
  | { readonly ok: true }
  /** `detail` is for people; it holds no secret. */
  | { readonly ok: false; readonly reason: FailureReason; readonly detail: string };

/** What was offered for a transaction, in the chain's own terms, so that a replacement can offer more. */
export type FeeOffer = Readonly<Record<string, string>>;

export interface Prepared {
  readonly transactionId: string;
  readonly bytes: Uint8Array;
  readonly fee: FeeOffer;
  /** From this height on (Solana block height, Stellar ledger) it can never be included; undefined when it never expires. */
  readonly expiresAtHeight: bigint | undefined;
  /** Where the token will be, for a deployment. */
  readonly contract?: string;
}

export type BroadcastVerdict =
  /** A node has it, now or since before. */
  | { readonly answer: "accepted" }
  /** No node will ever take these bytes as they are, for the reason that `detail` tells. */
  | { readonly answer: "rejected"; readonly detail: string }
  /** Not now: fee too low for the moment, sequence too far ahead, node overloaded. The same bytes may be sent again. */
  | { readonly answer: "later"; readonly detail: string }
  /** It may or may not have arrived. */
  | { readonly answer: "unknown" };

export interface StatusQuestion {
  readonly transactionId: string;
  readonly lane: Lane;
  readonly expiresAtHeight: bigint | undefined;
}

export type TransactionStatus =
  /** Not on the chain now; it may still come. */
  | { readonly state: "absent" }
  | {
      readonly state: "included";
      readonly height: bigint;
      readonly blockHash: string;
      /** By the chain's finality as configured: it will not be forgotten. */
      readonly isFinal: boolean;
      readonly outcome:
        | { readonly ok: true }
        | { readonly ok: false; readonly reason: FailureReason; readonly detail: string };
    }
  /** It can never come any more, finally: its time has passed, or its sequence was used by another transaction. */
  | { readonly state: "expired" }
  | { readonly state: "replaced" };

export interface Position {
  readonly height: bigint;
  readonly hash: string;
}

export interface ScanRequest {
  /** The last final position that was scanned; undefined to begin at the head that is final now. */
  readonly after: Position | undefined;
  readonly contracts: readonly string[];
  /** Custodial addresses; only for a chain that scans by holder. */
  readonly holders: readonly string[];
}

export interface Scan {
  /** The last block that is final and was scanned; where the next scan begins. */
  readonly final: Position;
  /** The last block that was scanned. */
  readonly head: bigint;
  readonly transfers: readonly TokenTransfer[];
}

/** Tokens that came to an address, by whatever way; mints and burns are transfers from and to nobody. */
export interface TokenTransfer {
  readonly contract: string;
  readonly from: string | undefined;
  /** All that may have sent, where the chain does not tell which of them did; `from` is undefined then. */
  readonly otherSenders?: readonly string[];
  readonly to: string | undefined;
  readonly units: bigint;
  readonly transactionId: string;
  /** Tells transfers of one transaction apart; the same whenever it is scanned. */
  readonly index: number;
  readonly height: bigint;
  readonly blockHash: string;
}

export interface ChainHead {
  readonly height: bigint;
  readonly finalHeight: bigint;
  /** How the node calls itself and whether it is a stand-in, such as `edr 0.12.1 (local)`. */
  readonly node: string;
}

/** No node could be asked, or none answered as a node should. Whatever was asked may have happened. */
export class ChainUnavailableError extends Error {
  override readonly name = "ChainUnavailableError";
}

/** A node tells another history than the one that was final before. Nothing is believed until nodes agree again. */
export class ChainDisagreementError extends Error {
  override readonly name = "ChainDisagreementError";
}
