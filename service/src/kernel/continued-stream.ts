/** Puts `first`, which was already read from `source`, back in front of the stream. */
export async function* continuedStream(first: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (;;) {
      const { value, done } = await source.next();
      if (done === true) return;
      yield value;
    }
  } finally {
    // Also runs when the reader stops early, so that the underlying file or connection is released.
    await source.return?.();
  }
}
