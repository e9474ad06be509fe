import { type BroadcastOutcome, ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";
import { readResponse, sendResponse } from "./node-responses.ts";
import { broadcastOutcomeOf, readResult } from "./transaction-result.ts";

const invalidParams = -32602;

export async function broadcast(nodes: NodePool, bytes: Uint8Array): Promise<BroadcastOutcome> {
  const transaction = Buffer.from(bytes).toString("base64");
  try {
    const response = readResponse(
      sendResponse,
      await nodes.call("sendTransaction", { transaction }, { kind: "send" }),
    );
    switch (response.status) {
      case "PENDING":
      case "DUPLICATE":
        return { response: "accepted" };
      case "TRY_AGAIN_LATER":
        return {
          response: "later",
          detail: "the channel has a pending transaction, or the node's queue is full",
        };
      case "ERROR":
        return broadcastOutcomeOf(readResult(response.errorResultXdr ?? ""));
    }
  } catch (error) {
    if (error instanceof NodeError && error.code === invalidParams)
      return { response: "rejected", detail: "the node cannot decode the transaction" };
    if (error instanceof NodeError || error instanceof ChainUnavailableError) return { response: "unknown" };
    throw error;
  }
}
