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

/** Of another kind of transaction: none. The memo belongs to the recipient, whatever it says. */
function marksOf(envelope: xdr.TransactionEnvelope): readonly string[] {
  const inner =
    envelope.switch().name === "envelopeTypeTxFeeBump"
      ? envelope.feeBump().tx().innerTx().v1().tx()
      : envelope.switch().name === "envelopeTypeTx"
        ? envelope.v1().tx()
        : undefined;
  if (inner === undefined) return [];
  return extraSignersOf(inner.cond())
    .filter((key) => key.switch() === xdr.SignerKeyType.signerKeyTypeHashX())
    .map((key) => key.hashX().toString("hex"));
}

function extraSignersOf(conditions: xdr.Preconditions): readonly xdr.SignerKey[] {
  return conditions.switch().name === "precondV2" ? conditions.v2().extraSigners() : [];
}
