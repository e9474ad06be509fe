import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";

/** A single call that treats a JSON-RPC error as an unavailable node. */
export async function ask(nodes: NodePool, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await nodes.call(method, params);
  } catch (error) {
    throw error instanceof NodeError ? rejected(error) : error;
  }
}

/** The result itself; throws if it is a JSON-RPC error. */
export function resultOf(result: unknown): unknown {
  if (result instanceof NodeError) throw rejected(result);
  return result;
}

function rejected(error: NodeError): ChainUnavailableError {
  return new ChainUnavailableError("RPC node rejected the request", { cause: error });
}
