import type { Approval, Error as ErrorBody } from "../generated/schema.ts";
import type { Network } from "./options.ts";

/** Every error of the client, except the reason of your own `AbortSignal`. No message contains a secret. */
export class FlorinError extends Error {
  override readonly name: string = "FlorinError";
  /** Repeat the call with it: if the first one had its effect, you get its response. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, options: FlorinErrorOptions = {}) {
    super(message, options);
    this.idempotencyKey = options.idempotencyKey;
  }
}

interface FlorinErrorOptions extends ErrorOptions {
  readonly idempotencyKey?: string | undefined;
}

/** Codes of the API. Codes may be added, so a code can also be another text. */
export type ApiErrorCode = ErrorBody["code"];

/** Errors of the token service (RFC 6749 §5.2). */
export type TokenErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_scope"
  | "unsupported_grant_type"
  | "invalid_dpop_proof"
  | "temporarily_unavailable";

export type ErrorCode = ApiErrorCode | TokenErrorCode | "unexpected_response";

/** The service rejected the request. `isApiError` narrows it by code. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends FlorinError {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: Code;
  readonly detail: string;
  /** Include it when you contact support. */
  readonly requestId: string | undefined;
  /** Each invalid field: a pointer into the body (RFC 6901), `/query/<name>` or `/header/<name>`. */
  readonly errors: readonly FieldError[];
  /** From `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(fields: ApiErrorFields<Code>, options: FlorinErrorOptions = {}) {
    const { status, code, detail, requestId, errors } = fields;
    const named = new Set(detail.split(/[\s;,]+/));
    const fieldTexts = errors
      .filter(({ pointer }) => !named.has(pointer))
      .map((error) => `; ${error.pointer}: ${error.detail}`);
    const suffix = requestId === undefined ? "" : `, request ${requestId}`;
    super(`${detail}${fieldTexts.join("")} (${status} ${code}${suffix})`, options);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.errors = errors;
    this.retryAfterMs = fields.retryAfterMs;
  }
}

export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

type ApiErrorFields<Code> = Pick<ApiError, "status" | "detail" | "requestId" | "errors" | "retryAfterMs"> & {
  readonly code: Code;
};

/** `if (isApiError(error, "insufficient_balance", "limit_exceeded")) …`; without codes, any rejection. */
export function isApiError<Code extends ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError<Code> {
  return error instanceof ApiError && (codes.length === 0 || codes.some((code) => code === error.code));
}

/** No complete response arrived. The outcome is unknown: repeat the call with its `idempotencyKey`. */
export class ConnectionError extends FlorinError {
  override readonly name = "ConnectionError";
}

/** The call or the wait exceeded its `timeoutMs`. The outcome is unknown, as with a `ConnectionError`. */
export class TimeoutError extends FlorinError {
  override readonly name = "TimeoutError";
}

/** A rule demands approvals, so nothing has happened yet. The operation is carried out with the last approval. */
export class ApprovalRequiredError extends FlorinError {
  override readonly name = "ApprovalRequiredError";
  readonly approval: Approval;

  constructor(approval: Approval, options: FlorinErrorOptions) {
    super(`approval ${approval.id} is required before this operation is carried out`, options);
    this.approval = approval;
  }
}

/** The credentials are those of an application on the other network. */
export class NetworkMismatchError extends FlorinError {
  override readonly name = "NetworkMismatchError";

  constructor(expected: Network, actual: unknown) {
    super(`this is a ${expected} client, but its access token is for ${String(actual)}`);
  }
}
