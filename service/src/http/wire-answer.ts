import type { Answer } from "./route.ts";

/** An answer in the bytes that go over the wire, so that a replay is the same to the letter. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly replayed: boolean;
}

export function serialize({ status, body, headers = {} }: Answer): WireAnswer {
  const text =
    typeof body === "string" && headers["content-type"] !== undefined ? body : JSON.stringify(body);
  return { status, headers, body: text, replayed: false };
}
