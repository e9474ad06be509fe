import type { Engine, HeaderRecord } from "./engine.ts";
import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";
import { notify } from "./hooks.ts";
import type { Input, NamedOperation } from "./operation.ts";
import type { WriteOptions } from "./options.ts";
import { prepareRequest } from "./request.ts";
import { type Sending, sendOnce } from "./send-once.ts";
import { createTimeLimit, sleep, unlessAborted } from "./time-limit.ts";

/** Sends an operation, with retries, and returns what the service responds. */
export type Call = (operation: NamedOperation, input: Input, options?: EngineOptions) => Promise<unknown>;

export interface EngineOptions extends WriteOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns the response as soon as it begins, for streams. */
  readonly isStream?: boolean;
}

export function createCall(engine: Engine): Call {
  return async (operation, input, options = {}) => {
    const { timeoutMs = engine.timeoutMs, attemptTimeoutMs = engine.attemptTimeoutMs, signal: own } = options;
    own?.throwIfAborted();
    const limit = createTimeLimit(timeoutMs);
    const idempotencyKey = operation.takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const sending: Sending = {
      operation,
      request: prepareRequest(engine.baseUrl, operation, input),
      idempotencyKey,
      headers: options.headers ?? {},
      attemptTimeoutMs,
      isStream: options.isStream ?? false,
      signal: own === undefined ? limit.signal : AbortSignal.any([limit.signal, own]),
    };
    try {
      return await sendUntilDone(engine, sending, {
        maxRetries: options.maxRetries ?? engine.maxRetries,
        endsAtMs: engine.clock.now() + timeoutMs,
      });
    } catch (cause) {
      if (own?.aborted === true) throw own.reason;
      if (!limit.signal.aborted) throw cause;
      throw new TimeoutError(`${operation.name} took longer than ${timeoutMs} ms`, { cause, idempotencyKey });
    } finally {
      limit.end();
    }
  };
}

interface RetryLimits {
  readonly maxRetries: number;
  readonly endsAtMs: number;
}

/** Every attempt has the same idempotency key, so the operation has its effect once. */
async function sendUntilDone(engine: Engine, sending: Sending, limits: RetryLimits): Promise<unknown> {
  const { operation, signal } = sending;
  let retries = 0;
  let hasNewToken = false;
  for (let attempt = 1; ; attempt += 1) {
    // Outside of the retries: a token request has its own.
    const authorization = await authorizationOf(engine, sending);
    try {
      return await sendOnce(engine, sending, { attempt, authorization });
    } catch (error) {
      // The token may have been revoked; it was discarded.
      if (isRejectedToken(operation, error) && !hasNewToken) {
        hasNewToken = true;
        continue;
      }
      if (signal.aborted || retries >= limits.maxRetries || !isRetryable(operation, error)) throw error;
      const delayMs = error.retryAfterMs ?? randomDelayMs(engine.retryDelayMs * 2 ** retries);
      if (engine.clock.now() + delayMs >= limits.endsAtMs) throw error;
      retries += 1;
      const { name, method, path } = operation;
      const { idempotencyKey } = sending;
      notify(engine.hooks.onRetry, {
        operation: name,
        method,
        path,
        attempt,
        idempotencyKey,
        delayMs,
        error,
      });
      await sleep(delayMs, signal);
    }
  }
}

async function authorizationOf(
  engine: Engine,
  { operation, request, signal }: Sending,
): Promise<HeaderRecord> {
  return unlessAborted(engine.authorization.headersFor(operation, request.url), signal);
}

function isRejectedToken({ isPublic }: NamedOperation, error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && isPublic !== true;
}

/** Errors of the client that a retry can turn into a success. */
type Retryable = ConnectionError | ApiError;

/**
 * After no response, or after a 5xx, the operation may have had its effect, so only one that can be repeated is. With 429
 * the service rejects a request before it has an effect.
 */
function isRetryable(
  operation: NamedOperation,
  error: unknown,
): error is Retryable & { retryAfterMs?: number } {
  const isRepeatable =
    operation.method === "GET" || operation.takesKey === true || operation.hasNoEffect === true;
  if (error instanceof ConnectionError) return isRepeatable;
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  if (status === 429 || code === "idempotency_key_in_flight") return true;
  return isRepeatable && (status >= 500 || status === 408);
}

const maxDelayMs = 10_000;
const randomSpan = 2 ** 32;

/** Between nothing and the limit, so that clients that failed together do not return together. */
function randomDelayMs(limitMs: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return (Math.min(limitMs, maxDelayMs) * random) / randomSpan;
}
