import { apiVersion } from "../generated/operations.ts";
import type { Engine, HeaderRecord } from "./engine.ts";
import { ConnectionError, FlorinError } from "./errors.ts";
import { notify } from "./hooks.ts";
import type { NamedOperation } from "./operation.ts";
import type { PreparedRequest } from "./request.ts";
import { readResponse } from "./response.ts";
import { createTimeLimit } from "./time-limit.ts";

export interface Sending {
  readonly operation: NamedOperation;
  readonly request: PreparedRequest;
  readonly idempotencyKey: string | undefined;
  readonly headers: HeaderRecord;
  readonly attemptTimeoutMs: number;
  readonly isStream: boolean;
  /** Ends the call. */
  readonly signal: AbortSignal;
}

export interface AttemptParts {
  /** From 1. */
  readonly attempt: number;
  readonly authorization: HeaderRecord;
}

/** One request and its response. */
export async function sendOnce(
  engine: Engine,
  sending: Sending,
  { attempt, authorization }: AttemptParts,
): Promise<unknown> {
  const { operation, request, idempotencyKey, signal, isStream } = sending;
  const { name, method, path } = operation;
  const described = { operation: name, method, path, attempt, idempotencyKey };
  notify(engine.hooks.onRequest, described);
  const startedAtMs = engine.clock.now();
  const body = await bodyOf(engine, request);
  const limit = createTimeLimit(sending.attemptTimeoutMs);
  try {
    const response = await engine.fetch(request.url, {
      method,
      headers: { ...headersOf(sending), ...authorization },
      // A redirect would lead the credentials elsewhere.
      redirect: "manual",
      signal: AbortSignal.any([signal, limit.signal]),
      ...body,
    });
    notify(engine.hooks.onResponse, {
      ...described,
      status: response.status,
      requestId: response.headers.get("x-request-id") ?? undefined,
      durationMs: engine.clock.now() - startedAtMs,
      isReplayed: response.headers.get("idempotent-replayed") === "true",
    });
    if (response.status === 401) engine.authorization.discard(authorization);
    return isStream && response.ok ? response : await readResponse(response, idempotencyKey);
  } catch (cause) {
    if (cause instanceof FlorinError) throw cause;
    const reason = limit.signal.aborted ? `no response within ${sending.attemptTimeoutMs} ms` : "no response";
    throw new ConnectionError(`${name}: ${reason}`, { cause, idempotencyKey });
  } finally {
    limit.end();
  }
}

function headersOf({ request, idempotencyKey, headers }: Sending): HeaderRecord {
  return {
    "api-version": apiVersion,
    ...request.headers,
    ...headers,
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
  };
}

/** Only operations of the token service have a form: it authenticates the client, unless the caller does. */
async function bodyOf({ authorization }: Engine, { body }: PreparedRequest): Promise<RequestInit> {
  if (body === undefined) return {};
  if (typeof body === "string" || body instanceof FormData) return { body };
  const fields = "client_id" in body || "client_assertion" in body ? {} : await authorization.clientFields();
  return { body: new URLSearchParams({ ...fields, ...body }) };
}
