export interface CurlRequest {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Of the API, not of the console: `/accounts/01…/transfers`. */
  readonly path: string;
  readonly body?: unknown;
  /** Requests that create something carry a key. */
  readonly idempotent?: boolean;
}

/** The request as a line for a POSIX shell, with the access token in `$TOKEN`. */
export function curlLine(
  { method = "GET", path, body, idempotent = false }: CurlRequest,
  origin: string,
): string {
  const parts = [
    method === "GET" ? "curl" : `curl -X ${method}`,
    quoted(origin + path),
    '-H "Authorization: Bearer $TOKEN"',
    ...(idempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Within single quotes a shell reads nothing but the closing quote. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
