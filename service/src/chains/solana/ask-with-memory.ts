import type { NodePool } from "../node-pool.ts";
import { maxQuestionsInMessage, type Question, readAnswer } from "./ask-nodes.ts";
import { firstAvailableBlock } from "./node-answers.ts";

export interface Remembered<T> {
  /** In the order of the questions. */
  readonly answers: readonly T[];
  /** The slot of the oldest block that each of the nodes that answered still remembers. */
  readonly firstBlock: bigint;
}

/**
 * Many questions of one kind about the past. A node forgets old blocks, and then says of what stood in them that it is
 * not there: each message asks how far back its memory goes, last, because it only ever grows shorter.
 */
export async function askWithMemory<T>(
  nodes: NodePool,
  questions: readonly Question<T>[],
): Promise<Remembered<T>> {
  const answers: T[] = [];
  let firstBlock = 0n;
  for (let from = 0; from < questions.length; from += maxQuestionsInMessage) {
    const page = questions.slice(from, from + maxQuestionsInMessage);
    const asked = [...page, firstAvailableBlock];
    const found = await nodes.callMany(asked.map(({ method, params }) => ({ method, params })));
    answers.push(...page.map((question, index) => readAnswer(question, found[index])));
    const first = readAnswer(firstAvailableBlock, found[page.length]);
    if (first > firstBlock) firstBlock = first;
  }
  return { answers, firstBlock };
}
