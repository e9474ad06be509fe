import { isAborted } from "./errors.ts";

/**
 * Waits for statements that were sent together, and throws the error of the first one that failed: the others only
 * report that their transaction is aborted, and may do so earlier than a function that handles the first error. A
 * function of several statements may be before it in the list, and fail after it.
 */
export async function together<Statements extends readonly unknown[]>(
  statements: readonly [...Statements],
): Promise<{ -readonly [Place in keyof Statements]: Awaited<Statements[Place]> }> {
  const outcomes = await Promise.allSettled(statements);
  const failed = outcomes.filter(({ status }) => status === "rejected") as readonly PromiseRejectedResult[];
  const first = failed.find(({ reason }) => !isAborted(reason)) ?? failed[0];
  if (first !== undefined) throw first.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as {
    -readonly [Place in keyof Statements]: Awaited<Statements[Place]>;
  };
}
