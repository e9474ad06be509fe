import type { Dispatcher } from "undici";
import type { Clock, Instant } from "../../kernel/instant.ts";
import type { SendOutcome } from "../sender.ts";

export interface ResponseReaderOptions {
  readonly clock: Clock;
  /** From the start until the last byte that is read. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly messageOf: (error: unknown) => string;
}

/**
 * Reads one response, once. It counts as soon as its status has arrived: if the body then does not end, is too long or
 * breaks off, that only costs the endpoint its connection.
 */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #options: ResponseReaderOptions;
  readonly #settle: (outcome: SendOutcome) => void;
  readonly #startedAtMs = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #kept: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  #statusCode: number | undefined;
  #headers: Readonly<Record<string, string>> = {};
  #bytes = 0;

  constructor(options: ResponseReaderOptions, settle: (outcome: SendOutcome) => void) {
    this.#options = options;
    this.#settle = settle;
    this.#timer = setTimeout(() => this.#runOut(), options.timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It timed out while waiting for a connection.
    if (this.#isSettled) controller.abort(new Error("too late"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // 1xx only announces the response.
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    this.#headers = keptHeaders(headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#bytes < excerptBytes) this.#kept.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#options.maxBytes) return;
    this.#end("");
    controller.abort(new Error("too long"));
  }

  onResponseEnd(): void {
    this.#end("");
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (!this.#isSettled) this.#end(this.#options.messageOf(error));
  }

  #runOut(): void {
    this.#end(`no response within ${this.#options.timeoutMs / 1000} s`);
    this.#controller?.abort(new Error("too late"));
  }

  #end(message: string): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#settle(this.#outcome(message, Math.round(performance.now() - this.#startedAtMs)));
  }

  #outcome(message: string, durationMs: number): SendOutcome {
    const { clock } = this.#options;
    const { "retry-after": retryAfter } = this.#headers;
    if (this.#statusCode === undefined) return { type: "no_response", message, durationMs };
    return {
      type: "responded",
      statusCode: this.#statusCode,
      durationMs,
      excerpt: this.#bytes === 0 ? undefined : excerptOf(Buffer.concat(this.#kept)),
      headers: this.#headers,
      retryAfterMs: retryAfter === undefined ? undefined : retryAfterMs(retryAfter, clock.now()),
    };
  }
}

/** Headers that say what responded, and why: none that carries a cookie or a credential. */
const keptNames = [
  "allow",
  "cf-ray",
  "content-length",
  "content-type",
  "date",
  "location",
  "request-id",
  "retry-after",
  "server",
  "via",
  "x-amzn-requestid",
  "x-request-id",
];
const maxHeaderCharacters = 200;

function keptHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of keptNames) {
    const value = headers[name];
    const text = typeof value === "string" ? value : value?.[0];
    // The query of a redirect can carry a token.
    const shown = name === "location" ? text?.split(/[?#]/, 1)[0] : text;
    if (shown !== undefined) kept[name] = printable(shown).slice(0, maxHeaderCharacters);
  }
  return kept;
}

/** Bytes of a response that can matter for its excerpt: a UTF-8 character has at most four. */
export const excerptBytes = 4 * 1024;

const maxCharacters = excerptBytes / 4;

/** The beginning of a response as text that is safe to show: one line, nothing invisible, no invalid characters. */
export function excerptOf(beginning: Uint8Array): string | undefined {
  if (beginning.length === 0) return undefined;
  const text = new TextDecoder().decode(beginning.subarray(0, excerptBytes));
  return Array.from(text)
    .slice(0, maxCharacters)
    .join("")
    .replaceAll(/[\s\u2028\u2029]/g, " ")
    .replaceAll(unprintable, "\uFFFD");
}

const unprintable = /[\p{Cc}\p{Cf}]/gu;

function printable(text: string): string {
  return text.replaceAll(unprintable, "\uFFFD");
}

/** Parses `Retry-After` (RFC 9110 §10.2.3): seconds, or a date in one of the three formats of RFC 9110 §5.6.7. */
export function retryAfterMs(value: string, now: Instant): number | undefined {
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!dateForms.some((form) => form.test(text))) return undefined;
  // The oldest format has no zone, and means GMT too.
  const at = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const dateForms = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
