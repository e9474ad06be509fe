/** The embedded server cannot be used here; the message says why and what to do instead. */
export class EmbeddedServerError extends Error {
  override readonly name = "EmbeddedServerError";
}

/** Whatever is wrong with the embedded server, a PostgreSQL of one's own is the way out. */
export const wayOut = "set DATABASE_URL to use a PostgreSQL server of your own instead";
