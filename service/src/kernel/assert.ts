/** States what must be true here; a failure is a bug in Florin, never a fault of the caller. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ImpossibleStateError(message);
}

class ImpossibleStateError extends Error {
  override readonly name = "ImpossibleStateError";
}
