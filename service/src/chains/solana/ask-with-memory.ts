import { ChainUnavailableError } from "../chain.ts";
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
 * not there: each message asks how far back its memory goes, last, because it only ever grows shorter. A node that does
 * not remember the slot `since` is passed over.
 */
export async function askWithMemory<T>(
  nodes: NodePool,
  questions: readonly Question<T>[],
  since?: bigint,
): Promise<Remembered<T>> {
  const answers: T[] = [];
  let firstBlock = 0n;
  for (let from = 0; from < questions.length; from += maxQuestionsInMessage) {
    const page = questions.slice(from, from + maxQuestionsInMessage);
    const asked = [...page, firstAvailableBlock].map(({ method, params }) => ({ method, params }));
    const found = await nodes.callMany(asked, { accept: (told) => mustRemember(told, since) });
    answers.push(...page.map((question, index) => readAnswer(question, found[index])));
    const first = firstBlockIn(found);
    if (first > firstBlock) firstBlock = first;
  }
  return { answers, firstBlock };
}

function mustRemember(found: readonly unknown[], since: bigint | undefined): void {
  const first = firstBlockIn(found);
  if (since === undefined || first <= since) return;
  throw new ChainUnavailableError(`a node remembers slots from ${first} on, and not ${since}`);
}

function firstBlockIn(found: readonly unknown[]): bigint {
  return readAnswer(firstAvailableBlock, found.at(-1));
}
