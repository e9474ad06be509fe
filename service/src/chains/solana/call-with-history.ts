import { ChainUnavailableError } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { maxQuestionsInMessage, type Question, readResponse } from "./ask-nodes.ts";
import { firstAvailableBlock } from "./node-responses.ts";

export interface Remembered<T> {
  /** In the order of the calls. */
  readonly responses: readonly T[];
  /** The slot of the oldest block that all of the responding nodes retain. */
  readonly firstBlock: bigint;
}

/**
 * Many calls of one kind about the past. A node prunes old blocks, and then reports their contents as not found: each
 * batch also reads the first available block, last, because retention only ever shrinks. A node that does not retain
 * the slot `since` is skipped.
 */
export async function askWithMemory<T>(
  nodes: NodePool,
  questions: readonly Question<T>[],
  since?: bigint,
): Promise<Remembered<T>> {
  const results: T[] = [];
  let firstBlock = 0n;
  for (let from = 0; from < questions.length; from += maxQuestionsInMessage) {
    const page = questions.slice(from, from + maxQuestionsInMessage);
    const batch = [...page, firstAvailableBlock].map(({ method, params }) => ({ method, params }));
    const found = await nodes.callMany(batch, { accept: (received) => mustRemember(received, since) });
    results.push(...page.map((question, index) => readResponse(question, found[index])));
    const first = firstBlockIn(found);
    if (first > firstBlock) firstBlock = first;
  }
  return { responses: results, firstBlock };
}

function mustRemember(found: readonly unknown[], since: bigint | undefined): void {
  const first = firstBlockIn(found);
  if (since === undefined || first <= since) return;
  throw new ChainUnavailableError(`RPC node retains slots from ${first} on, not ${since}`);
}

function firstBlockIn(found: readonly unknown[]): bigint {
  return readResponse(firstAvailableBlock, found.at(-1));
}
