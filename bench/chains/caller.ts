import { randomUUID } from "node:crypto";

/** Calls the API and returns the body of a successful response. */
export type Caller = (method: "GET" | "POST", path: string, body?: object) => Promise<unknown>;

export function createCaller(baseUrl: string, token: string): Caller {
  return async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}
