/** All external dependencies of a command, injected so that tests can simulate the terminal. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: Outlet;
  readonly stderr: Outlet;
  /** Prompts the user at the terminal; undefined without a terminal. A secret is not shown while it is typed. */
  readonly ask: ((question: string, options?: { readonly isSecret: boolean }) => Promise<string>) | undefined;
  /** Reads standard input from a pipe or a file, up to `maxBytes`. */
  readonly readInput: (maxBytes: number) => Promise<string>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Aborted by ^C. */
  readonly signal: AbortSignal;
  /** Operator name given with `--as`. */
  readonly operator?: string | undefined;
}

export interface Outlet {
  write(text: string): void;
  /** Waits until the stream accepts more data; absent if it always does. */
  written?(): Promise<void>;
  /** Columns of the terminal; undefined for a pipe or a file. */
  readonly terminalWidth: number | undefined;
}
