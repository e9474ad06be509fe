/** A scrape collects all gauges concurrently; those with the same source share one query. */
export function onceAtATime<T>(query: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= query().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}
