import { type IncomingMessage, request as requestPlainly } from "node:http";
import { request as requestSecurely } from "node:https";
import { signWebhook } from "@florin/sdk";
import { InterruptedError } from "../failure.ts";
import type { FeedEvent } from "./feed-event.ts";

export type ForwardOutcome =
  | { readonly type: "answered"; readonly status: number; readonly durationMs: number }
  | { readonly type: "unanswered"; readonly message: string; readonly durationMs: number };

interface ForwarderOptions {
  readonly destination: URL;
  /** As a subscription's `sharedSecret`. */
  readonly secret: string;
  /** False takes any certificate. */
  readonly isVerified: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export type Forwarder = (event: FeedEvent) => Promise<ForwardOutcome>;

interface Post {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

// As long as a delivery of the service.
const timeoutMs = 10_000;

/** Posts events as the service delivers them, to one destination. Whatever happens there is an outcome. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { secret, now, signal } = options;
  return async ({ id, type, created, data }) => {
    const body = JSON.stringify({ id, type, created, data });
    const startedAt = now();
    const headers = signWebhook({ id, timestamp: Math.floor(startedAt / 1000), body, secret });
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const status = await post(options, { body, headers }, until);
      return { type: "answered", status, durationMs: now() - startedAt };
    } catch (cause) {
      if (signal.aborted) throw new InterruptedError("interrupted", { cause });
      const message = until.aborted ? `no answer within ${timeoutMs / 1000} s` : wordsOf(cause);
      return { type: "unanswered", message, durationMs: now() - startedAt };
    }
  };
}

/** Not with `fetch`, which cannot be told to take a certificate of one's own making. */
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
    const answered = (response: IncomingMessage): void => {
      // What it says is nobody's concern, but it may say it to the end.
      response.on("error", () => {}).once("close", () => resolve(response.statusCode ?? 0));
      response.resume();
    };
    const request =
      destination.protocol === "https:"
        ? requestSecurely(
            destination,
            { ...settings, agent: false, rejectUnauthorized: isVerified },
            answered,
          )
        : requestPlainly(destination, { ...settings, agent: false }, answered);
    request.once("error", reject).end(body);
  });
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "the connection was closed without an answer",
  ENOTFOUND: "there is no host of that name",
};

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return `${error.message}; --skip-verify takes any certificate`;
  return words[code] ?? (error.message === "" ? code : error.message);
}
