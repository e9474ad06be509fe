/** Everything of the outside that the command touches, handed in so that a test can be the terminal. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: Outlet;
  readonly stderr: Outlet;
  /** Puts a question to the person at the terminal; undefined where nobody sits at one. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Aborted by ^C. */
  readonly signal: AbortSignal;
}

export interface Outlet {
  write(text: string): void;
  /** True when a person reads along, false for a pipe or a file. */
  readonly isTerminal: boolean;
}
