/** What was asked for cannot be done here and now, and the reader can mend it: the message says how. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
