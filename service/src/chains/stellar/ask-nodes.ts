import type { Shape } from "../../kernel/shape.ts";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";
import { readResponse } from "./node-responses.ts";

/** A single call for which any error means that the node has failed. */
export async function ask<T>(nodes: NodePool, question: NodeQuestion, shape: Shape<T>): Promise<T> {
  try {
    return readResponse(shape, await nodes.call(question.method, question.params));
  } catch (error) {
    if (error instanceof NodeError)
      throw new ChainUnavailableError("Stellar RPC node returned an error", { cause: error });
    throw error;
  }
}
