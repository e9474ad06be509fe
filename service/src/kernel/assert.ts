/** Asserts an invariant. A failure is a bug in Florin, never the caller's error. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ImpossibleStateError(message);
}

class ImpossibleStateError extends Error {
  override readonly name = "ImpossibleStateError";
}
