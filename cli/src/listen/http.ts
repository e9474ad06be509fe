import { CommandError, InterruptedError } from "../failure.ts";
import { parseJson, textOf } from "../json-fields.ts";

/** The service is unreachable or temporarily unable to respond; the request can be retried. */
export class UnavailableError extends CommandError {
  override readonly name = "UnavailableError";
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { readonly retryAfterMs?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The service rejected the request; retrying does not help. */
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
  /** If set, the request is a POST with this form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const maxTextBytes = 1024 * 1024;
const maxRetryAfterMs = 5 * 60_000;

/** Sends a request and returns only successful responses. Redirects are not followed, as they would get the token. */
export async function respondTo({ url, headers, form, signal }: Question): Promise<Response> {
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

/** Maps an error on a connection; ^C is not the service's failure. */
export function brokenConnection(cause: unknown, { url, signal }: Pick<Question, "url" | "signal">): Error {
  if (cause instanceof CommandError) return cause;
  if (signal.aborted && !isTimeout(signal.reason)) return new InterruptedError("interrupted", { cause });
  const { origin } = new URL(url);
  if (isTimeout(cause) || isTimeout(signal.reason)) {
    return new UnavailableError(`${origin} timed out`, { cause });
  }
  return new UnavailableError(`${origin} cannot be reached: ${reasonText(cause)}`, { cause });
}

/** Reads the whole body, up to a size limit. */
export async function textOfResponse(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size > maxTextBytes) throw new CommandError(`${response.url} returned a response that is too large`);
  }
  return Buffer.concat(pieces).toString("utf8");
}

async function refusalOf(response: Response, url: string): Promise<Error> {
  const { status } = response;
  const body = parseJson(await textOfResponse(response).catch(() => ""));
  const detail = textOf(body, "detail") ?? textOf(body, "error_description") ?? textOf(body, "title");
  const { origin } = new URL(url);
  const message = `${origin} returned ${status}${detail === undefined ? "" : `: ${detail}`}`;
  const isRetryable = status === 408 || status === 429 || status >= 500;
  if (!isRetryable) return new RefusedError(message, { status, code: textOf(body, "code") });
  const seconds = Number(response.headers.get("retry-after") ?? "");
  const retryAfterMs = Math.min(seconds * 1000, maxRetryAfterMs);
  return new UnavailableError(message, retryAfterMs > 0 ? { retryAfterMs } : {});
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** `fetch` errors have a generic message; the reason is in the cause. */
function reasonText(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(reason instanceof Error)) return "unknown error";
  if (reason.message !== "") return reason.message;
  return "code" in reason ? String(reason.code) : reason.name;
}
