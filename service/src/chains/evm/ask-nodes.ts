import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool } from "../node-pool.ts";

/** One question, where a "no" of the node is no answer. */
export async function ask(nodes: NodePool, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await nodes.call(method, params);
  } catch (error) {
    throw error instanceof NodeError ? refused(error) : error;
  }
}

/** The answer itself, where a "no" of the node is no answer. */
export function answered(answer: unknown): unknown {
  if (answer instanceof NodeError) throw refused(answer);
  return answer;
}

function refused(error: NodeError): ChainUnavailableError {
  return new ChainUnavailableError("a node would not answer", { cause: error });
}
