import type { z } from "zod";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError, type NodePool, type NodeQuestion } from "../node-pool.ts";
import { readAnswer } from "./node-answers.ts";

/** One question whose no can only mean that the node is in trouble. */
export async function ask<T>(nodes: NodePool, question: NodeQuestion, shape: z.ZodType<T>): Promise<T> {
  try {
    return readAnswer(shape, await nodes.call(question.method, question.params));
  } catch (error) {
    if (error instanceof NodeError)
      throw new ChainUnavailableError("a node of Stellar could not answer", { cause: error });
    throw error;
  }
}

/** Many questions of one kind, in their order. */
export async function askMany<T>(
  nodes: NodePool,
  questions: readonly NodeQuestion[],
  shape: z.ZodType<T>,
): Promise<readonly T[]> {
  return (await nodes.callMany(questions)).map((answer) => readAnswer(shape, answer));
}

export function inGroups<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const groups: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) groups.push(items.slice(start, start + size));
  return groups;
}
