import type { ApiResponse } from "./route.ts";

/** A response as the bytes on the wire, so that an idempotent replay is identical byte for byte. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  readonly replayed: boolean;
}

export function serialize({ status, body, headers = {} }: ApiResponse): WireReply {
  const isReady =
    headers["content-type"] !== undefined && (typeof body === "string" || Buffer.isBuffer(body));
  return { status, headers, body: isReady ? body : JSON.stringify(body), replayed: false };
}
