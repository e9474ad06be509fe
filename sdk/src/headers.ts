import { WebhookVerificationError } from "./verification-error.ts";

/** The headers of a request: of Node, of `fetch`, or a plain record. Names are case-insensitive. */
export type WebhookHeaders = FetchHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;

interface FetchHeaders {
  get(name: string): string | null;
}

/** Empty when it is missing. Node and `fetch` join repeated headers with commas. */
export function headerValues(headers: WebhookHeaders, name: string): readonly string[] {
  if (isFetchHeaders(headers)) {
    const value = headers.get(name) ?? undefined;
    return value === undefined ? [] : [value];
  }
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
}

export function requiredHeaderValues(headers: WebhookHeaders, name: string): readonly string[] {
  const values = headerValues(headers, name);
  if (values.length === 0) {
    throw new WebhookVerificationError("missing_header", `the request has no header ${name}`);
  }
  return values;
}

/** A repeated header is rejected: the service sends it once, and it is unclear which of the two is meant. */
export function singleHeader(headers: WebhookHeaders, name: string, form: RegExp): string {
  const [value = "", ...others] = requiredHeaderValues(headers, name);
  if (others.length > 0 || !form.test(value)) {
    throw new WebhookVerificationError("malformed_header", `the header ${name} is repeated or malformed`);
  }
  return value;
}

function isFetchHeaders(headers: WebhookHeaders): headers is FetchHeaders {
  return typeof headers["get"] === "function";
}
