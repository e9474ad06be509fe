import { type BroadcastVerdict, ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { readAnswer, sendAnswer } from "./node-answers.ts";
import { broadcastVerdictOf, readResult } from "./transaction-result.ts";

const invalidParams = -32602;

export async function broadcast(nodes: NodePool, bytes: Uint8Array): Promise<BroadcastVerdict> {
  const transaction = Buffer.from(bytes).toString("base64");
  try {
    const answer = readAnswer(
      sendAnswer,
      await nodes.call("sendTransaction", { transaction }, { kind: "send" }),
    );
    switch (answer.status) {
      case "PENDING":
      case "DUPLICATE":
        return { answer: "accepted" };
      case "TRY_AGAIN_LATER":
        return { answer: "later", detail: "the channel has a transaction waiting, or the node has too many" };
      case "ERROR":
        return broadcastVerdictOf(readResult(answer.errorResultXdr ?? ""));
    }
  } catch (error) {
    if (error instanceof NodeError && error.code === invalidParams)
      return { answer: "rejected", detail: "a node cannot read this transaction" };
    if (error instanceof NodeError || error instanceof ChainUnavailableError) return { answer: "unknown" };
    throw error;
  }
}
