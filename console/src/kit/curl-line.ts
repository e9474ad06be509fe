export interface CurlRequest {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path of the public API, not of the console API: `/accounts/01…/transfers`. */
  readonly path: string;
  readonly body?: unknown;
  /** Adds an idempotency key. */
  readonly idempotent?: boolean;
}

/** The request as a curl command for a POSIX shell, with the access token in `$TOKEN`. */
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

/** A POST with exactly these headers and this body. */
export function exactCurlLine({
  url,
  headers,
  body,
}: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}): string {
  return [
    "curl -X POST",
    quoted(url),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ].join(" \\\n  ");
}

/** Quotes text for a POSIX shell: inside single quotes, only the single quote itself is special. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
