/**
 * The closed list of error codes. A refusal is an expected error: pure code returns it, the shell throws it,
 * the HTTP layer renders it. Codes are part of the API: they are added, never renamed.
 */
export const refusalCodes = {
  validation_failed: {
    status: 400,
    meaning: "The request does not match its schema; `errors` lists each problem.",
  },
  malformed_request: {
    status: 400,
    meaning: "The request cannot be parsed: invalid JSON, an invalid header or an invalid cursor.",
  },
  idempotency_key_missing: { status: 400, meaning: "This operation requires an `Idempotency-Key` header." },
  unsupported_api_version: {
    status: 400,
    meaning: "The `Api-Version` header names a version other than 2.3.1.",
  },
  unauthorized: { status: 401, meaning: "The access token is missing, expired, invalid or revoked." },
  invalid_dpop_proof: {
    status: 401,
    meaning: "The `DPoP` header is missing or not valid for this request; `detail` says why.",
  },
  sign_in_failed: { status: 401, meaning: "Invalid credentials." },
  sign_in_required: { status: 401, meaning: "There is no console session, or it has ended." },
  ip_not_allowed: { status: 403, meaning: "The request comes from an IP address that is not allowed." },
  insufficient_scope: { status: 403, meaning: "The token lacks the scope that `detail` names." },
  not_permitted: { status: 403, meaning: "The user's role in the console does not allow this." },
  second_factor_required: {
    status: 403,
    meaning: "The console user must confirm their second factor again first.",
  },
  cross_site_request: {
    status: 403,
    meaning: "The request did not come from the console's own pages.",
  },
  network_not_supported: { status: 403, meaning: "The request names a chain of the other network." },
  not_a_managing_account: {
    status: 403,
    meaning: "The account is a managed account, which cannot have managed accounts of its own.",
  },
  not_a_tokenization_account: {
    status: 403,
    meaning: "The account is not self-attested; only self-attested accounts can move tokens directly.",
  },
  not_found: { status: 404, meaning: "There is no such resource, or this application may not see it." },
  address_not_found: {
    status: 404,
    meaning: "There is no such address in this account, or this application may not see it.",
  },
  method_not_allowed: { status: 405, meaning: "The path exists, but not with this method; see `Allow`." },
  conflict: { status: 409, meaning: "The current state of the resource does not allow this." },
  idempotency_key_in_flight: {
    status: 409,
    meaning: "A request with this key is still in progress; retry it.",
  },
  payload_too_large: { status: 413, meaning: "The body is larger than this operation accepts." },
  unsupported_media_type: {
    status: 415,
    meaning: "This operation does not accept the body's `Content-Type`.",
  },
  unprocessable: {
    status: 422,
    meaning: "The request is well-formed but cannot be processed; `detail` says why.",
  },
  insufficient_balance: {
    status: 422,
    meaning: "The available balance does not cover the amount.",
  },
  unsupported_route: {
    status: 422,
    meaning:
      "There is no route from that source to that destination; `GET /routes` lists the supported routes.",
  },
  insufficient_liquidity: {
    status: 422,
    meaning:
      "The service does not hold enough of the destination's token, or of USD, for this exchange right now.",
  },
  limit_exceeded: {
    status: 422,
    meaning: "The amount exceeds a limit of the rail or of the account; `detail` says which.",
  },
  address_not_allowed: {
    status: 422,
    meaning: "This blockchain address cannot be used with this service.",
  },
  documents_not_supported: {
    status: 422,
    meaning:
      "Documents are not supported for self-attested accounts, nor at the creation of an account on testnet; omit them.",
  },
  idempotency_key_reused: { status: 422, meaning: "This key was already used with a different request." },
  rate_limited: { status: 429, meaning: "Too many requests; retry after the seconds in `Retry-After`." },
  internal: {
    status: 500,
    meaning: "An internal error. Nothing was changed; the request id identifies it in the logs.",
  },
  overloaded: {
    status: 503,
    meaning: "The service is overloaded; retry after the seconds in `Retry-After`.",
  },
  dependency_unavailable: {
    status: 503,
    meaning: "A dependency of the service, such as its database, is unreachable.",
  },
} as const satisfies Record<string, { readonly status: number; readonly meaning: string }>;

export type RefusalCode = keyof typeof refusalCodes;

/** An invalid field of the request, as an RFC 6901 JSON pointer into the body, the query or the headers. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

/** A request that its console user must confirm with the second factor before it is performed. */
export interface RequestedConfirmation {
  readonly id: string;
  readonly expiresAt: string;
  readonly operation: string;
  /** What the user confirms: amount, source, destination and so on. */
  readonly facts: readonly ConfirmedFact[];
}

export interface ConfirmedFact {
  readonly label: string;
  readonly value: string;
}

export interface Refusal extends RefusalExtra {
  readonly kind: "refusal";
  readonly code: RefusalCode;
  readonly detail: string;
}

interface RefusalExtra {
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly confirmation?: RequestedConfirmation;
}

export function refuse(code: RefusalCode, detail: string, extra: RefusalExtra = {}): Refusal {
  return { kind: "refusal", code, detail, ...extra };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "refusal";
}

/** Carries a refusal up to the HTTP layer. */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
  readonly refusal: Refusal;

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(`${refusal.code}: ${refusal.detail}`, options);
    this.refusal = refusal;
  }
}

export function orThrow<T>(value: T | Refusal): T {
  if (isRefusal(value)) throw new RefusalError(value);
  return value;
}

/** The value; when there is none, the refusal `not_found`. */
export function orNotFound<T>(value: T | undefined, detail: string): T {
  if (value === undefined) throw new RefusalError(refuse("not_found", detail));
  return value;
}
