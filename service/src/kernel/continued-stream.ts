/** The stream as it was before its beginning was taken off it. */
export async function* continuedStream(first: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (;;) {
      const { value, done } = await source.next();
      if (done === true) return;
      yield value;
    }
  } finally {
    // Also when the reader goes away early, so that a file or a connection behind it is given back.
    await source.return?.();
  }
}
