import { ShapeError } from "../../kernel/shape.ts";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";

/** An RPC call, and how its result is read; a malformed one is a `ShapeError`. */
export interface Question<T> extends NodeQuestion {
  readonly read: (result: unknown) => T;
}

/** A node that returns an error to a plain call, or a malformed result, counts as unavailable. */
export async function ask<T>(nodes: NodePool, question: Question<T>): Promise<T> {
  try {
    return readResponse(question, await nodes.call(question.method, question.params));
  } catch (error) {
    throw unavailable(question, error);
  }
}

export const maxQuestionsInMessage = 50;

/** Many calls of one kind, in batches of fifty; results are in order. */
export async function askMany<T>(nodes: NodePool, questions: readonly Question<T>[]): Promise<readonly T[]> {
  const results: T[] = [];
  for (let from = 0; from < questions.length; from += maxQuestionsInMessage) {
    const page = questions.slice(from, from + maxQuestionsInMessage);
    const found = await nodes.callMany(page.map(({ method, params }) => ({ method, params })));
    results.push(...page.map((question, index) => readResponse(question, found[index])));
  }
  return results;
}

export function readResponse<T>(question: Question<T>, result: unknown): T {
  if (result instanceof NodeError) throw unavailable(question, result);
  try {
    return question.read(result);
  } catch (error) {
    throw unavailable(question, error);
  }
}

function unavailable({ method }: NodeQuestion, cause: unknown): unknown {
  if (!(cause instanceof NodeError || cause instanceof ShapeError)) return cause;
  return new ChainUnavailableError(`RPC node returned an invalid response to ${method}`, { cause });
}
