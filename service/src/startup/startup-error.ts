/** Something that keeps the service from starting and that the reader can mend: its message says how. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
