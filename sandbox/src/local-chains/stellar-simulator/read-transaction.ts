import { FeeBumpTransaction, TransactionBuilder, xdr } from "@stellar/stellar-base";
import type { SignedHash } from "./signatures.ts";
import { readHyper, readMuxed } from "./xdr-reading.ts";

/** A decoded envelope. */
export interface ReadTransaction {
  readonly envelopeXdr: string;
  /** The id for lookups: for a fee bump, the hash of the outer transaction. */
  readonly id: string;
  readonly inner: InnerTransaction;
  readonly feeBump: FeeBump | undefined;
}

export interface InnerTransaction {
  readonly signed: SignedHash;
  readonly source: string;
  readonly sequence: bigint;
  readonly fee: bigint;
  readonly memo: xdr.Memo;
  readonly operations: readonly xdr.Operation[];
  readonly bounds: Bounds;
  /** Extra signers (CAP-21) of the kind hash(x). */
  readonly hashSigners: readonly Buffer[];
  /** Preconditions that the simulator does not support, and therefore rejects. */
  readonly hasForeignConditions: boolean;
}

export interface FeeBump {
  readonly signed: SignedHash;
  readonly source: string;
  readonly fee: bigint;
}

/** Zero means no limit. */
export interface Bounds {
  readonly minTime: bigint;
  readonly maxTime: bigint;
  readonly minLedger: number;
  readonly maxLedger: number;
}

/** Throws if the XDR is not a transaction envelope. */
export function readTransaction(envelopeXdr: string, passphrase: string): ReadTransaction {
  const read = TransactionBuilder.fromXDR(envelopeXdr, passphrase);
  const envelope = read.toEnvelope();
  const id = read.hash().toString("hex");
  if (!(read instanceof FeeBumpTransaction))
    return { envelopeXdr, id, inner: readInner(envelope.v1(), read.hash()), feeBump: undefined };
  const { tx, signatures } = { tx: envelope.feeBump().tx(), signatures: envelope.feeBump().signatures() };
  return {
    envelopeXdr,
    id,
    inner: readInner(tx.innerTx().value(), read.innerTransaction.hash()),
    feeBump: {
      signed: { hash: read.hash(), signatures, verified: new Map() },
      source: readMuxed(tx.feeSource()).account,
      fee: readHyper(tx.fee()),
    },
  };
}

function readInner(envelope: xdr.TransactionV1Envelope, hash: Buffer): InnerTransaction {
  const tx = envelope.tx();
  return {
    signed: { hash, signatures: envelope.signatures(), verified: new Map() },
    source: readMuxed(tx.sourceAccount()).account,
    sequence: readHyper(tx.seqNum()),
    fee: BigInt(tx.fee()),
    memo: tx.memo(),
    operations: tx.operations(),
    bounds: readBounds(tx.cond()),
    hashSigners: extraSignersOf(tx.cond()).flatMap((key) => (isHashSigner(key) ? [key.hashX()] : [])),
    hasForeignConditions: tx.ext().switch() !== 0 || hasForeignConditions(tx.cond()),
  };
}

function readBounds(conditions: xdr.Preconditions): Bounds {
  const kind = conditions.switch().name;
  const time =
    kind === "precondTime"
      ? conditions.timeBounds()
      : kind === "precondV2"
        ? conditions.v2().timeBounds()
        : null;
  const ledger = kind === "precondV2" ? conditions.v2().ledgerBounds() : null;
  return {
    minTime: time === null ? 0n : readHyper(time.minTime()),
    maxTime: time === null ? 0n : readHyper(time.maxTime()),
    minLedger: ledger?.minLedger() ?? 0,
    maxLedger: ledger?.maxLedger() ?? 0,
  };
}

function hasForeignConditions(conditions: xdr.Preconditions): boolean {
  if (conditions.switch().name !== "precondV2") return false;
  const v2 = conditions.v2();
  return (
    (v2.minSeqNum() ?? null) !== null ||
    readHyper(v2.minSeqAge()) !== 0n ||
    v2.minSeqLedgerGap() !== 0 ||
    !v2.extraSigners().every(isHashSigner)
  );
}

function extraSignersOf(conditions: xdr.Preconditions): readonly xdr.SignerKey[] {
  return conditions.switch().name === "precondV2" ? conditions.v2().extraSigners() : [];
}

function isHashSigner(key: xdr.SignerKey): boolean {
  return key.switch() === xdr.SignerKeyType.signerKeyTypeHashX();
}
