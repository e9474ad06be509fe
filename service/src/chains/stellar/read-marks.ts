import { xdr } from "@stellar/stellar-base";
import Type from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import { ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";

const envelopeShape = shapeOf(Type.Object({ envelopeXdr: Type.String() }));

/** The memo of the inner transaction is the hash of the reference. */
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
    return memoOf(xdr.TransactionEnvelope.fromXDR(result.envelopeXdr, "base64"));
  });
}

/** Of another kind of transaction: none. */
function memoOf(envelope: xdr.TransactionEnvelope): readonly string[] {
  const inner =
    envelope.switch().name === "envelopeTypeTxFeeBump"
      ? envelope.feeBump().tx().innerTx().v1().tx()
      : envelope.switch().name === "envelopeTypeTx"
        ? envelope.v1().tx()
        : undefined;
  const memo = inner?.memo();
  return memo?.switch().name === "memoHash" ? [Buffer.from(memo.hash()).toString("hex")] : [];
}
