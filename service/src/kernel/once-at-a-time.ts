/** Callers that arrive while the work is in progress share its result, so that concurrent calls cost as much as one. */
export function onceAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | undefined;
  return () => {
    inFlight ??= work().finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };
}
