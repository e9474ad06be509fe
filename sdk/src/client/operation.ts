/** How an operation of the API is sent. */
export interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With parameters in braces. */
  readonly path: string;
  /** Encoding of the body; without it, there is no body. */
  readonly encoding?: "json" | "form" | "multipart";
  /** Takes an `Idempotency-Key`, so a repeated request has its effect once. */
  readonly takesKey?: true;
  /** Changes nothing although it is not a GET. */
  readonly hasNoEffect?: true;
  /** Needs no access token. */
  readonly isPublic?: true;
  /** Name of the list in a page. */
  readonly items?: string;
}

/** An operation by its name in the SDK, such as `transfers.create`. */
export interface NamedOperation extends Operation {
  readonly name: string;
}

/** Parameters of the path, and fields of the query or of the body, by name. */
export type Input = Readonly<Record<string, unknown>>;
