/** What an operator was asking for cannot be done from here; the message says why and what to do. */
export class AdminError extends Error {
  override readonly name = "AdminError";
}
