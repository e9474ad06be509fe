/** Everything of the outside that the command touches, handed in so that a test can be the terminal. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: Outlet;
  readonly stderr: Outlet;
  /** Puts a question to the person at the terminal; undefined where nobody sits at one. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** All of standard input, where it comes from a pipe or a file; at most so many bytes. */
  readonly readInput: (maxBytes: number) => Promise<string>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Aborted by ^C. */
  readonly signal: AbortSignal;
  /** Who gives the command, where the person said so with `--as`. */
  readonly operator?: string | undefined;
}

export interface Outlet {
  write(text: string): void;
  /** Waits until there is room for more; absent where there always is. */
  written?(): Promise<void>;
  /** How many characters a line holds where a person reads along; undefined for a pipe or a file. */
  readonly terminalWidth: number | undefined;
}
