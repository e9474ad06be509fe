import {
  Account,
  type Memo,
  TimeoutInfinite,
  Transaction,
  TransactionBuilder,
  type xdr,
} from "@stellar/stellar-base";

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
}

/**
 * Expires by ledger and not by time, so that clocks need not agree.
 *
 * The SDK adds a minimum sequence number of zero to every transaction with ledger bounds. By CAP-21 that would let a
 * transaction skip sequence numbers, and overtake the previous one. It is removed: each uses exactly its own.
 */
export function buildTransaction(unsigned: UnsignedTransaction): Transaction {
  const { source, sequence, fee, maxLedger, passphrase, memo } = unsigned;
  const builder = new TransactionBuilder(new Account(source, String(sequence - 1n)), {
    fee,
    networkPassphrase: passphrase,
    ledgerbounds: { minLedger: 0, maxLedger },
    ...(memo === undefined ? {} : { memo }),
  });
  for (const operation of unsigned.operations) builder.addOperation(operation);
  const envelope = builder.setTimeout(TimeoutInfinite).build().toEnvelope();
  envelope.v1().tx().cond().v2().minSeqNum(null);
  return new Transaction(envelope, passphrase);
}
