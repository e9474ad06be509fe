const maxLength = 300;
const maxCauses = 3;

/** The reason why the work failed; undefined if it did not. An abort is not a failure and is rethrown. */
export async function failureOf(
  work: () => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  const reasons: string[] = [];
  for (let link = error; link instanceof Error && reasons.length < maxCauses; link = link.cause) {
    reasons.push(link.message);
  }
  const reason = reasons.length === 0 ? "a non-error value was thrown" : reasons.join(": ");
  return reason.length <= maxLength ? reason : `${reason.slice(0, maxLength - 1)}…`;
}
