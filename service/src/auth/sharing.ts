/** Callers who ask while the work is under way share its outcome, so that a crowd costs as much as one. */
export function sharing<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
