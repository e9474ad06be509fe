import type { Answer } from "./route.ts";

/** An answer in the bytes that go over the wire, so that a replay is the same to the letter. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  readonly replayed: boolean;
}

export function serialize({ status, body, headers = {} }: Answer): WireAnswer {
  const isReady =
    headers["content-type"] !== undefined && (typeof body === "string" || Buffer.isBuffer(body));
  return { status, headers, body: isReady ? body : JSON.stringify(body), replayed: false };
}
