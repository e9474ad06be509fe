import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";

/** Nodes limit how much may stand in one message; each of the large providers takes this many. */
const maxQuestionsInMessage = 200;

/** One question, where a "no" of the node is no answer. */
export async function ask(nodes: NodePool, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await nodes.call(method, params);
  } catch (error) {
    throw error instanceof NodeError ? refused(error) : error;
  }
}

/** Many questions in as few messages as may be, answered in their order; a NodeError stands where a node said no. */
export async function askAll(
  nodes: NodePool,
  questions: readonly NodeQuestion[],
): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (let start = 0; start < questions.length; start += maxQuestionsInMessage) {
    answers.push(...(await nodes.callMany(questions.slice(start, start + maxQuestionsInMessage))));
  }
  return answers;
}

/** The answer itself, where a "no" of the node is no answer. */
export function answered(answer: unknown): unknown {
  if (answer instanceof NodeError) throw refused(answer);
  return answer;
}

function refused(error: NodeError): ChainUnavailableError {
  return new ChainUnavailableError("a node would not answer", { cause: error });
}
