import type { ChainMemo } from "./chain-memo.ts";
import type { ChainFamily, ChainKey } from "./chain-name.ts";
import type { KeyRef, KeyRole } from "./signer.ts";

/**
 * The port to one chain of one network. Adapters are stateless: state that must survive is in the database and passed
 * to them. Amounts are integers with six decimals everywhere; an adapter converts if its chain uses another scale.
 * Every method throws a ChainUnavailableError when no RPC node is reachable, and no other expected error.
 */
export interface Chain {
  readonly key: ChainKey;
  readonly family: ChainFamily;
  /** The sender queues of this chain, by key role. */
  readonly senderQueues: readonly SenderQueuePlan[];
  /** `scan` needs the custodial addresses, because the chain cannot be queried by token alone. */
  readonly scansByHolder: boolean;

  /** The canonical form of an address, or what is wrong with it. Makes no RPC call. */
  parseAddress(text: string): AddressCheck;
  addressOf(publicKey: Uint8Array): string;

  /** Which key role signs and sends this operation. */
  roleOf(operation: ChainOperation): KeyRole;
  /** The next nonce that the chain expects from a sender; undefined if the chain has no nonces. */
  nextSequence(senderQueue: SenderQueueAddress): Promise<bigint | undefined>;

  /** Whether each operation could succeed now, in the order of the operations. Called before anything is signed. */
  check(operations: readonly ChainOperation[]): Promise<readonly CheckOutcome[]>;
  /** Whether an address refuses this token without a memo; only where an address can demand one. */
  requiresMemo?(contract: string, address: string): Promise<boolean>;
  /** Signs without sending, so that the transaction id is stored before any node sees the transaction. */
  prepare(operation: ChainOperation, senderQueue: SenderQueue, replaces?: FeeOffer): Promise<Prepared>;
  /** A no-op transaction that uses up a nonce, so that later nonces of the sender can be included. */
  prepareCancelTransaction(senderQueue: SenderQueue, replaces?: FeeOffer): Promise<Prepared>;
  broadcast(bytes: Uint8Array): Promise<BroadcastOutcome>;
  /** Results are in the order of the queries. */
  statuses(questions: readonly StatusQuestion[]): Promise<readonly TransactionStatus[]>;

  /** The form in which a transaction carries the reference of its operation. */
  markOf(reference: string): string;
  /** The marks in each of these final transactions, in the order of the transactions. */
  marksIn(transactionIds: readonly string[], source: MarkSource): Promise<readonly (readonly string[])[]>;
  /** Successful transactions of these senders after a block, in pages; only where `scan` does not find all of them. */
  sentBy?(senders: readonly SenderQueueAddress[], after: bigint): AsyncIterable<readonly string[]>;
  /** Whether no transaction of these senders that was sent up to the block `since` can still be included. */
  isQuiet(senders: readonly SenderQueueAddress[], since: bigint): Promise<boolean>;
  /** The nonces of pending transactions; only where a transaction does not expire. */
  pendingNonces?(senders: readonly SenderQueueAddress[]): Promise<readonly PendingNonce[]>;

  /** Token transfers in the blocks after `after`, final or not, up to the head or the adapter's block limit. */
  scan(request: ScanRequest): Promise<Scan>;
  supply(contract: string): Promise<bigint>;
  /** The supply at a block that is final now, which any reader of the chain can verify. */
  finalSupply(contract: string): Promise<FinalSupply>;
  /** Balances in the order of the holders; zero for a holder without tokens. */
  balances(contract: string, holders: readonly string[]): Promise<readonly bigint[]>;
  /** Who holds the key roles of a token that the platform issued. */
  roleHolders(contract: string): Promise<readonly RoleHolder[]>;
  /** Balance for transaction fees, in the chain's smallest unit. */
  gasBalance(address: string): Promise<bigint>;
  /** Latest and final block height, for health checks. */
  head(): Promise<ChainHead>;
}

export interface PendingNonce extends SenderQueueAddress {
  readonly sequence: bigint;
}

/** Whose marks count, on chains where a third party can add others to a transaction of ours. */
export interface MarkSource {
  readonly contracts: readonly string[];
  /** Custodial addresses. */
  readonly holders: ReadonlySet<string>;
}

export type AddressCheck =
  | {
      readonly ok: true;
      readonly address: string;
      /** The text, if it is a muxed address (SEP-23): this address, with an id of one of its customers. */
      readonly muxedAddress?: string;
    }
  | { readonly ok: false; readonly detail: string };

/**
 * Operations on a chain. Each is one transaction. `reference` identifies the operation: at most 64 characters, unique
 * permanently. Chains that support it reject a second mint or burn with the same reference.
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
  /** The key that identifies the token on chains that need one: the Solana mint address, the Stellar issuer. */
  readonly issuer: KeyRef;
  /**
   * Who administers and mints the token: the platform's key roles, or an external issuer simulated on a local chain.
   */
  readonly authority: "platform" | "external_issuer";
}

/** For which of its customers an external recipient, such as an exchange, receives tokens: one of them, or none. */
export interface RecipientCustomer {
  readonly memo?: ChainMemo;
  /** A muxed address of the recipient. */
  readonly muxedTo?: string;
}

export interface MintOperation extends RecipientCustomer {
  readonly kind: "mint";
  readonly reference: string;
  readonly contract: string;
  /** Same as in the deployment of this token. */
  readonly issuer: KeyRef;
  readonly authority: "platform" | "external_issuer";
  readonly to: string;
  /** Key of `to` if it is a custodial address: some chains need its signature to open a token account. */
  readonly toKey?: KeyRef;
  readonly units: bigint;
  /** Of a simulated deposit: the external holder that counts as its sender. Not on the chain. */
  readonly simulatedSender?: string;
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

export interface TransferOperation extends RecipientCustomer {
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

/** Number of senders with a key role, and the maximum number of in-flight transactions per sender. */
export interface SenderQueuePlan {
  readonly role: KeyRole;
  readonly count: number;
  readonly maxInFlight: number;
}

/** The holder of a token's key role on the chain. */
export interface RoleHolder {
  readonly role: "deployer" | "minter" | "freezer";
  /** Undefined if the role has no holder, or none that can be looked up. */
  readonly address: string | undefined;
  /** The platform's key has the role. */
  readonly isPlatform: boolean;
  /** The platform's key has it, or the administrator that the configuration names. */
  readonly isExpected: boolean;
}

export interface SenderQueueAddress {
  readonly key: KeyRef;
  readonly address: string;
}

/** A sender and the nonce reserved for this transaction; undefined if the chain has no nonces. */
export interface SenderQueue extends SenderQueueAddress {
  readonly sequence: bigint | undefined;
}

export const failureReasons = [
  "insufficient_tokens",
  "frozen",
  "paused",
  "reference_used",
  "destination_not_ready",
  "memo_required",
  "rejected",
] as const;
export type FailureReason = (typeof failureReasons)[number];

export type CheckOutcome =
  | { readonly ok: true }
  /** `detail` is shown to operators; it contains no secrets. */
  | { readonly ok: false; readonly reason: FailureReason; readonly detail: string };

/** The fee offered for a transaction, in the chain's terms, so that a replacement can offer more. */
export type FeeOffer = Readonly<Record<string, string>>;

export interface Prepared {
  readonly transactionId: string;
  readonly bytes: Uint8Array;
  readonly fee: FeeOffer;
  /**
   * Block height (Solana) or ledger (Stellar) from which it can no longer be included; undefined if it never expires.
   */
  readonly expiresAtHeight: bigint | undefined;
  /** Address of the new token, for a deployment. */
  readonly contract?: string;
}

export type BroadcastOutcome =
  /** A node has it, from this call or an earlier one. */
  | { readonly response: "accepted" }
  /** Every node will reject these bytes, for the reason in `detail`. */
  | { readonly response: "rejected"; readonly detail: string }
  /** Not now: fee too low at the moment, nonce too far ahead, node overloaded. The same bytes can be sent again. */
  | { readonly response: "later"; readonly detail: string }
  /** Unknown whether a node received it. */
  | { readonly response: "unknown" };

export interface StatusQuestion {
  readonly transactionId: string;
  readonly senderQueue: SenderQueue;
  readonly expiresAtHeight: bigint | undefined;
}

export type TransactionStatus =
  /** Not on the chain now; it may still be included. */
  | { readonly state: "absent" }
  | {
      readonly state: "included";
      readonly height: bigint;
      readonly blockHash: string;
      /** Final under the configured finality: the block cannot be reorged. */
      readonly isFinal: boolean;
      readonly outcome:
        | { readonly ok: true }
        | { readonly ok: false; readonly reason: FailureReason; readonly detail: string };
    }
  /** It can never be included: it has expired, or another transaction used its nonce. */
  | { readonly state: "expired" }
  | { readonly state: "replaced" };

export interface Position {
  readonly height: bigint;
  readonly hash: string;
}

export interface FinalSupply {
  readonly units: bigint;
  readonly block: Position;
}

export interface ScanRequest {
  /** The last final block that was scanned; undefined to start at the block that is final now. */
  readonly after: Position | undefined;
  readonly contracts: readonly string[];
  /** Custodial addresses; only for chains that are scanned by holder. */
  readonly holders: readonly string[];
}

export interface Scan {
  /** The last scanned block that is final; the next scan starts after it. */
  readonly final: Position;
  /** The last block that was scanned. */
  readonly head: bigint;
  readonly transfers: readonly TokenTransfer[];
}

/** Tokens received by an address in any way. Mints have no sender, burns have no recipient. */
export interface TokenTransfer {
  readonly contract: string;
  readonly from: string | undefined;
  /** All possible senders, if the chain does not show which one sent; `from` is undefined then. */
  readonly otherSenders?: readonly string[];
  readonly to: string | undefined;
  readonly units: bigint;
  readonly transactionId: string;
  /** Distinguishes the transfers of one transaction; stable across scans. */
  readonly index: number;
  readonly height: bigint;
  readonly blockHash: string;
}

export interface ChainHead {
  readonly height: bigint;
  readonly finalHeight: bigint;
  /** Client name and version, and whether it is a simulator, such as `edr 0.12.1 (local)`. */
  readonly node: string;
}

/** No RPC node was reachable, or none returned a valid response. The request may have taken effect anyway. */
export class ChainUnavailableError extends Error {
  override readonly name = "ChainUnavailableError";
}

/**
 * A node reports a different history than the one that was final before. Nothing is trusted until nodes agree again.
 */
export class ChainDisagreementError extends Error {
  override readonly name = "ChainDisagreementError";
}
