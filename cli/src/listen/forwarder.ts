import { type IncomingMessage, request as requestPlainly } from "node:http";
import { request as requestSecurely } from "node:https";
import { signWebhook } from "@florin/sdk";
import { InterruptedError } from "../failure.ts";
import type { FeedEvent } from "./feed-event.ts";

export type ForwardOutcome =
  | { readonly type: "responded"; readonly status: number; readonly durationMs: number }
  | { readonly type: "no_response"; readonly message: string; readonly durationMs: number };

interface ForwarderOptions {
  readonly destination: URL;
  /** Same format as a subscription's `sharedSecret`. */
  readonly secret: string;
  /** If false, any TLS certificate is accepted. */
  readonly isVerified: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export type Forwarder = (event: FeedEvent) => Promise<ForwardOutcome>;

interface Post {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

// Same as the service's delivery timeout.
const timeoutMs = 10_000;

/** Sends events to one destination exactly as the service delivers webhooks. Failures are returned as outcomes. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { secret, now, signal } = options;
  return async ({ id, type, created, data }) => {
    const body = JSON.stringify({ id, type, created, data });
    const startedAt = now();
    const headers = signWebhook({ id, timestamp: Math.floor(startedAt / 1000), body, secret });
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const status = await post(options, { body, headers }, until);
      return { type: "responded", status, durationMs: now() - startedAt };
    } catch (cause) {
      if (signal.aborted) throw new InterruptedError("interrupted", { cause });
      const message = until.aborted ? `no response within ${timeoutMs / 1000} s` : reasonText(cause);
      return { type: "no_response", message, durationMs: now() - startedAt };
    }
  };
}

/** Not `fetch`, because it can't be configured to accept self-signed certificates. */
function post(
  { destination, isVerified }: ForwarderOptions,
  { body, headers }: Post,
  signal: AbortSignal,
): Promise<number> {
  const settings = {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    signal,
  };
  return new Promise((resolve, reject) => {
    const onResponse = (response: IncomingMessage): void => {
      // The response body is ignored, but must be consumed.
      response.on("error", () => {}).once("close", () => resolve(response.statusCode ?? 0));
      response.resume();
    };
    const request =
      destination.protocol === "https:"
        ? requestSecurely(
            destination,
            { ...settings, agent: false, rejectUnauthorized: isVerified },
            onResponse,
          )
        : requestPlainly(destination, { ...settings, agent: false }, onResponse);
    request.once("error", reject).end(body);
  });
}

const messages: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "the connection was closed without a response",
  ENOTFOUND: "host not found",
};

function reasonText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  if (/CERT|SIGNATURE|ISSUER/.test(code))
    return `${error.message}; use --skip-verify to accept any certificate`;
  return messages[code] ?? (error.message === "" ? code : error.message);
}
