import createClient from "openapi-fetch";
import { ApiError, apiErrorFrom } from "./api-error.ts";
import { isAttended } from "./presence.ts";
import { sessionHandlers } from "./session-handlers.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

export interface AnyInit {
  readonly params?: { readonly path?: object; readonly query?: object };
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly idempotent?: boolean;
  readonly idempotencyKey?: string;
  readonly parseAs?: "json" | "blob";
  /** A 401 is an answer to what was sent, such as a wrong code, and not the end of the session. */
  readonly isProof?: boolean;
}

type AnyOperation = { parameters: { path?: object; query?: object }; responses: { 200: unknown } };
type AnyPaths = Record<string, Record<Method, AnyOperation>>;
const client = createClient<AnyPaths>({
  // Asked anew each time: a test may put another in its place.
  fetch: (request) => globalThis.fetch(request),
});

/**
 * Asks the service. Answers what it said, or throws an ApiError. What needs the second factor is asked again once the
 * person has shown it; what needs a session sends the person to the sign-in page.
 */
export async function request(method: Method, path: string, init: AnyInit = {}): Promise<unknown> {
  const headers = headersOf(method, init);
  try {
    return await ask(method, path, init, headers);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "second_factor_required") {
      await sessionHandlers().confirmSecondFactor(error);
      // The same key: the first attempt was refused before anything was done.
      return ask(method, path, init, headers);
    }
    if (error.status === 401 && init.isProof !== true) sessionHandlers().onSignedOut();
    throw error;
  }
}

function headersOf(
  method: Method,
  { idempotent = false, idempotencyKey }: AnyInit,
): Readonly<Record<string, string>> {
  // What the page asks for by itself, with nobody there, does not keep the session.
  if (method === "get") return isAttended() ? {} : { "x-florin-unattended": "1" };
  // A page of another origin cannot send this header without being asked who it is.
  const own = { "x-florin-console": "1" };
  const key = idempotencyKey ?? (idempotent ? crypto.randomUUID() : undefined);
  return key === undefined ? own : { ...own, "Idempotency-Key": key };
}

async function ask(
  method: Method,
  path: string,
  { params = {}, body, signal, parseAs = "json" }: AnyInit,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { data, error, response } = await client
    .request(method, path, {
      baseUrl: globalThis.location.origin,
      params,
      headers,
      parseAs,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    } as Record<string, unknown>)
    .catch(rethrowUnreachable);
  if (response.ok) return data;
  throw apiErrorFrom(response.status, error, response.headers.get("x-request-id") ?? undefined);
}

function rethrowUnreachable(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
  throw new ApiError({ status: 0, code: "unreachable", detail: "The service could not be reached." });
}
