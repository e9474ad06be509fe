/**
 * Waits for statements that were sent together, and throws the error of the first one that failed: the others only
 * report that their transaction is aborted, and may do so earlier than a function that handles the first error.
 */
export async function together<Statements extends readonly unknown[]>(
  statements: readonly [...Statements],
): Promise<{ -readonly [Place in keyof Statements]: Awaited<Statements[Place]> }> {
  const outcomes = await Promise.allSettled(statements);
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }) as { -readonly [Place in keyof Statements]: Awaited<Statements[Place]> };
}
