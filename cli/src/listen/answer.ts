import { CommandError, InterruptedError } from "../failure.ts";
import { parseJson, textOf } from "./json-fields.ts";

/** Nobody answered, or whoever did cannot do it now: it is worth asking again. */
export class UnavailableError extends CommandError {
  override readonly name = "UnavailableError";
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { readonly retryAfterMs?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** A clear no, in the words of the service. */
export class RefusedError extends CommandError {
  override readonly name = "RefusedError";
  readonly status: number;
  readonly code: string | undefined;

  constructor(message: string, { status, code }: Pick<RefusedError, "status" | "code">) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface Question {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** With a form it is a POST. */
  readonly form?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const maxTextBytes = 1024 * 1024;
const maxRetryAfterMs = 5 * 60_000;

/** Asks, and answers only with a success; redirects are not followed, because a token goes along. */
export async function answerTo({ url, headers, form, signal }: Question): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      headers,
      signal,
      redirect: "manual",
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
  } catch (cause) {
    throw brokenConnection(cause, { url, signal });
  }
  if (response.ok) return response;
  throw await refusalOf(response, url);
}

/** What to make of an error while connected to somebody: ^C is no fault of theirs. */
export function brokenConnection(cause: unknown, { url, signal }: Pick<Question, "url" | "signal">): Error {
  if (cause instanceof CommandError) return cause;
  if (signal.aborted && !isTimeout(signal.reason)) return new InterruptedError("interrupted", { cause });
  const { origin } = new URL(url);
  if (isTimeout(cause) || isTimeout(signal.reason)) {
    return new UnavailableError(`${origin} has said nothing for too long`, { cause });
  }
  return new UnavailableError(`${origin} cannot be reached: ${wordsOf(cause)}`, { cause });
}

/** The whole text, up to a limit beyond which it is not what was asked for. */
export async function textOfAnswer(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size > maxTextBytes) throw new CommandError(`${response.url} answers with more than is sensible`);
  }
  return Buffer.concat(pieces).toString("utf8");
}

async function refusalOf(response: Response, url: string): Promise<Error> {
  const { status } = response;
  const body = parseJson(await textOfAnswer(response).catch(() => ""));
  const said = textOf(body, "detail") ?? textOf(body, "error_description") ?? textOf(body, "title");
  const { origin } = new URL(url);
  const message = `${origin} answers ${status}${said === undefined ? "" : `: ${said}`}`;
  const isPassing = status === 408 || status === 429 || status >= 500;
  if (!isPassing) return new RefusedError(message, { status, code: textOf(body, "code") });
  const seconds = Number(response.headers.get("retry-after") ?? "");
  const retryAfterMs = Math.min(seconds * 1000, maxRetryAfterMs);
  return new UnavailableError(message, retryAfterMs > 0 ? { retryAfterMs } : {});
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** `fetch` says only that it failed; the reason stands in its cause. */
function wordsOf(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(reason instanceof Error)) return "for no known reason";
  if (reason.message !== "") return reason.message;
  return "code" in reason ? String(reason.code) : reason.name;
}
