import { xdr } from "@stellar/stellar-base";
import Type from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import { ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";

const envelopeShape = shapeOf(Type.Object({ envelopeXdr: Type.String() }));

/** The hash of the reference is that of an extra signer of the inner transaction. */
export async function readMarks(
  nodes: NodePool,
  transactionIds: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const results = await nodes.callMany(
    transactionIds.map((hash) => ({ method: "getTransaction", params: { hash } })),
  );
  return results.map((result) => {
    if (!envelopeShape.is(result))
      throw new ChainUnavailableError("RPC node does not have a transaction that it reported");
    return marksOf(xdr.TransactionEnvelope.fromXDR(result.envelopeXdr, "base64"));
  });
}

/** Of another kind of transaction: none. */
function marksOf(envelope: xdr.TransactionEnvelope): readonly string[] {
  const inner =
    envelope.switch().name === "envelopeTypeTxFeeBump"
      ? envelope.feeBump().tx().innerTx().v1().tx()
      : envelope.switch().name === "envelopeTypeTx"
        ? envelope.v1().tx()
        : undefined;
  if (inner === undefined) return [];
  const hashes = extraSignersOf(inner.cond()).filter(
    (key) => key.switch() === xdr.SignerKeyType.signerKeyTypeHashX(),
  );
  return hashes.length > 0 ? hashes.map((key) => key.hashX().toString("hex")) : formerMarks(inner.memo());
}

function extraSignersOf(conditions: xdr.Preconditions): readonly xdr.SignerKey[] {
  return conditions.switch().name === "precondV2" ? conditions.v2().extraSigners() : [];
}

/** Former versions put the hash into the memo. A memo beside an extra signer is the recipient's, whatever it says. */
function formerMarks(memo: xdr.Memo): readonly string[] {
  return memo.switch().name === "memoHash" ? [Buffer.from(memo.hash()).toString("hex")] : [];
}
