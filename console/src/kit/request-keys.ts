/** The idempotency key of a request. */
export type RequestKeys = (request: unknown) => string;

/**
 * Idempotency keys of a form: one per request, until it changes. So a request that is sent again because its response
 * was lost has one effect. The service stores only successes: a refused request can be sent again with its key.
 */
export function createRequestKeys(): RequestKeys {
  const keys = new Map<string, string>();
  return (request) => {
    const text = JSON.stringify(request);
    const key = keys.get(text) ?? crypto.randomUUID();
    keys.set(text, key);
    return key;
  };
}
