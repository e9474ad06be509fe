import type { z } from "zod";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";

/** A question with the shape that its answer must have. */
export interface Question<T> extends NodeQuestion {
  readonly answer: z.ZodType<T>;
}

/** A node that says no to a plain question, or answers in another shape, is as good as none. */
export async function ask<T>(nodes: NodePool, question: Question<T>): Promise<T> {
  try {
    return readAnswer(question, await nodes.call(question.method, question.params));
  } catch (error) {
    throw unavailable(question, error);
  }
}

export const maxQuestionsInMessage = 50;

/** Many questions of one kind, a message to each fifty of them; answered in their order. */
export async function askMany<T>(nodes: NodePool, questions: readonly Question<T>[]): Promise<readonly T[]> {
  const answers: T[] = [];
  for (let from = 0; from < questions.length; from += maxQuestionsInMessage) {
    const page = questions.slice(from, from + maxQuestionsInMessage);
    const found = await nodes.callMany(page.map(({ method, params }) => ({ method, params })));
    answers.push(...page.map((question, index) => readAnswer(question, found[index])));
  }
  return answers;
}

export function readAnswer<T>(question: Question<T>, answer: unknown): T {
  if (answer instanceof NodeError) throw unavailable(question, answer);
  const parsed = question.answer.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw unavailable(question, parsed.error);
}

function unavailable({ method }: NodeQuestion, cause: unknown): unknown {
  if (!(cause instanceof NodeError) && cause instanceof Error && cause.name !== "ZodError") return cause;
  return new ChainUnavailableError(`a node did not answer ${method} as a node should`, { cause });
}
