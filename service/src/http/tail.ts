/** A source that grows. The HTTP layer reads from it as fast as the client does. */
export interface Tail {
  /** The current position: sent back as `Last-Event-ID`, it resumes right after the last item read. */
  cursor(): string;
  /** Advances by one page at most. When it fails, the position does not change. */
  read(): Promise<TailPage>;
  /** Calls back whenever there may be more; it must also poll now and then. Returns a function that stops it. */
  listen(wake: () => void): () => Promise<void>;
}

interface TailPage {
  readonly entries: readonly StreamEntry[];
  /** Whether to read the next page right away. */
  readonly hasMore: boolean;
}

export interface StreamEntry {
  readonly cursor: string;
  readonly type: string;
  /** Sent as JSON. */
  readonly data: unknown;
}
