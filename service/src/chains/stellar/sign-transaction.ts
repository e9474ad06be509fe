import { createHash } from "node:crypto";
import {
  Account,
  BASE_FEE,
  type FeeBumpTransaction,
  type Memo,
  StrKey,
  TimeoutInfinite,
  Transaction,
  TransactionBuilder,
  xdr,
} from "@stellar/stellar-base";
import type { Prepared, SenderQueueAddress } from "../chain.ts";
import type { KeyRef, Signer } from "../signer.ts";
import { gasKey, type OperationPlan } from "./operation-plan.ts";

export interface Input {
  readonly plan: OperationPlan;
  readonly senderQueue: SenderQueueAddress;
  readonly sequence: bigint;
  readonly reference: string | undefined;
}

export interface Signing {
  readonly signer: Signer;
  readonly passphrase: string;
  readonly gas: string;
  /** Fee per operation, in stroops. */
  readonly baseFee: bigint;
  /** The first ledger that is too late (CAP-21). */
  readonly maxLedger: number;
}

/**
 * A transaction of the channel, which provides the sequence number, inside a fee bump of the gas account, which pays
 * the fee (CAP-15). The id is the hash of the outer transaction, because nodes look it up by that.
 *
 * The memo belongs to the recipient. The reference is a precondition (CAP-21): the transaction demands the signature of
 * a hash(x) signer, whose x is the reference. So a restored database finds its transactions again.
 */
export async function signTransaction(request: Input, signing: Signing): Promise<Prepared> {
  const { plan, senderQueue, sequence, reference } = request;
  const { signer, passphrase, gas, baseFee, maxLedger } = signing;
  const inner = buildTransaction({
    source: senderQueue.address,
    sequence,
    operations: plan.operations,
    // The fee bump pays; the inner fee is only a lower bound.
    fee: BASE_FEE,
    maxLedger,
    passphrase,
    ...(plan.memo === undefined ? {} : { memo: plan.memo }),
    ...(reference === undefined ? {} : { extraSigners: [referenceSigner(reference)] }),
  });
  await addSignatures(inner, signer, [senderQueue.key, ...plan.signers]);
  if (reference !== undefined) inner.addDecoratedSignature(referenceSignature(reference));
  const outer = TransactionBuilder.buildFeeBumpTransaction(gas, String(baseFee), inner, passphrase);
  await addSignatures(outer, signer, [gasKey]);
  return {
    transactionId: outer.hash().toString("hex"),
    bytes: new Uint8Array(outer.toEnvelope().toXDR()),
    fee: { baseFee: String(baseFee) },
    expiresAtHeight: BigInt(maxLedger),
    ...(plan.contract === undefined ? {} : { contract: plan.contract }),
  };
}

/** Superfluous signatures make a transaction invalid, so each key signs once. */
export async function addSignatures(
  transaction: Transaction | FeeBumpTransaction,
  signer: Signer,
  keys: readonly KeyRef[],
): Promise<void> {
  const distinct = new Map(keys.map((key) => [`${key.role}/${key.index}`, key]));
  const hash = transaction.hash();
  for (const key of distinct.values()) {
    const [publicKey, signature] = [await signer.publicKey(key), await signer.sign(key, hash)];
    transaction.addDecoratedSignature(
      new xdr.DecoratedSignature({
        hint: Buffer.from(publicKey.subarray(-4)),
        signature: Buffer.from(signature),
      }),
    );
  }
}

export function referenceHash(reference: string): Buffer {
  return createHash("sha256").update(reference, "utf8").digest();
}

function referenceSigner(reference: string): string {
  return StrKey.encodeSha256Hash(referenceHash(reference));
}

/** The signature of a hash(x) signer is x itself, in at most 64 bytes. */
function referenceSignature(reference: string): xdr.DecoratedSignature {
  return new xdr.DecoratedSignature({
    hint: referenceHash(reference).subarray(-4),
    signature: Buffer.from(reference, "utf8"),
  });
}

export interface UnsignedTransaction {
  readonly source: string;
  readonly sequence: bigint;
  readonly operations: readonly xdr.Operation[];
  /** Per operation, in stroops. */
  readonly fee: string;
  /** The first ledger that is too late (CAP-21). */
  readonly maxLedger: number;
  readonly passphrase: string;
  readonly memo?: Memo;
  readonly extraSigners?: readonly string[];
}

/**
 * Expires by ledger and not by time, so that clocks need not agree.
 *
 * The SDK adds a minimum sequence number of zero to every transaction with ledger bounds. By CAP-21 that would let a
 * transaction skip sequence numbers, and overtake the previous one. It is removed: each uses exactly its own.
 */
export function buildTransaction(unsigned: UnsignedTransaction): Transaction {
  const { source, sequence, fee, maxLedger, passphrase, memo, extraSigners } = unsigned;
  const builder = new TransactionBuilder(new Account(source, String(sequence - 1n)), {
    fee,
    networkPassphrase: passphrase,
    ledgerbounds: { minLedger: 0, maxLedger },
    ...(memo === undefined ? {} : { memo }),
    ...(extraSigners === undefined ? {} : { extraSigners: [...extraSigners] }),
  });
  for (const operation of unsigned.operations) builder.addOperation(operation);
  const envelope = builder.setTimeout(TimeoutInfinite).build().toEnvelope();
  envelope.v1().tx().cond().v2().minSeqNum(null);
  return new Transaction(envelope, passphrase);
}
