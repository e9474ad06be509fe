/** The embedded server cannot be used; the message says why and what to do instead. */
export class EmbeddedServerError extends Error {
  override readonly name = "EmbeddedServerError";
}

/** Your own PostgreSQL server avoids every problem of the embedded one. */
export const wayOut = "set DATABASE_URL to use your own PostgreSQL server instead";
