/**
 * The closed list of error codes. A refusal is an expected error: pure code returns it, the shell throws it,
 * the HTTP layer renders it. Codes are part of the API: they are added, never renamed.
 */
export const refusalCodes = {
  validation_failed: {
    status: 400,
    meaning: "The request does not match its schema; `errors` lists each problem.",
    remedy: "Correct each field that `errors` names. The API reference has the schema of the request.",
  },
  malformed_request: {
    status: 400,
    meaning: "The request cannot be parsed: invalid JSON, an invalid header or an invalid cursor.",
    remedy: "Send valid JSON in UTF-8 with its `Content-Type`, and pass cursors unchanged.",
  },
  idempotency_key_missing: {
    status: 400,
    meaning: "This operation requires an `Idempotency-Key` header.",
    remedy: "Send a new random key, such as a UUID, and repeat the request with the same key only.",
  },
  unsupported_api_version: {
    status: 400,
    meaning: "The `Api-Version` header names a version other than 2.3.1.",
    remedy: "Send `Api-Version: 2.3.1`, or omit the header.",
  },
  unauthorized: {
    status: 401,
    meaning: "The access token is missing, expired, invalid or revoked.",
    remedy: "Get a new access token at `/oauth2/token` and send it as `Authorization: Bearer …`.",
  },
  invalid_dpop_proof: {
    status: 401,
    meaning: "The `DPoP` header is missing or not valid for this request; `detail` says why.",
    remedy: "Sign a new proof for this method, URL and token, with the key that the token is bound to.",
  },
  sign_in_failed: {
    status: 401,
    meaning: "Invalid credentials.",
    remedy: "Check the email address, the password and the code, and sign in again.",
  },
  sign_in_required: {
    status: 401,
    meaning: "There is no console session, or it has ended.",
    remedy: "Sign in to the console again.",
  },
  ip_not_allowed: {
    status: 403,
    meaning: "The request comes from an IP address that is not allowed.",
    remedy: "Send the request from an allowed IP address, or have the list of allowed ones changed.",
  },
  insufficient_scope: {
    status: 403,
    meaning: "The token lacks the scope that `detail` names.",
    remedy: "Request a token with that scope. If the application itself lacks it, add it to the application.",
  },
  not_permitted: {
    status: 403,
    meaning: "The user's role in the console does not allow this.",
    remedy: "Sign in as a user whose role allows it, or have an admin change the role.",
  },
  second_factor_required: {
    status: 403,
    meaning: "The console user must confirm their second factor again first.",
    remedy: "Confirm with a passkey or a code, and send the request again.",
  },
  cross_site_request: {
    status: 403,
    meaning: "The request did not come from the console's own pages.",
    remedy: "Open the console at its own address. Programs use the API with an access token.",
  },
  network_not_supported: {
    status: 403,
    meaning: "The request names a chain of the other network.",
    remedy: "Use a chain of the application's network, or an application of the other network.",
  },
  not_a_managing_account: {
    status: 403,
    meaning: "The account is a managed account, which cannot have managed accounts of its own.",
    remedy: "Use an application of the managing account.",
  },
  not_a_tokenization_account: {
    status: 403,
    meaning: "The account is not self-attested; only self-attested accounts can move tokens directly.",
    remedy: "Use a self-attested account, or create a transfer with `POST /accounts/{account_id}/transfers`.",
  },
  not_found: {
    status: 404,
    meaning: "There is no such resource, or this application may not see it.",
    remedy: "Check the id, the account in the path, and the network of the application.",
  },
  address_not_found: {
    status: 404,
    meaning: "There is no such address in this account, or this application may not see it.",
    remedy: "List the addresses of this account and use the id of one of them.",
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path exists, but not with this method; see `Allow`.",
    remedy: "Use a method from the `Allow` header.",
  },
  conflict: {
    status: 409,
    meaning: "The current state of the resource does not allow this.",
    remedy: "Get the resource, and decide again by its current state.",
  },
  idempotency_key_in_flight: {
    status: 409,
    meaning: "A request with this key is still in progress; retry it.",
    remedy: "Wait as long as `Retry-After` says, and send the same request with the same key.",
  },
  payload_too_large: {
    status: 413,
    meaning: "The body is larger than this operation accepts.",
    remedy: "Send a smaller body.",
  },
  unsupported_media_type: {
    status: 415,
    meaning: "This operation does not accept the body's `Content-Type`.",
    remedy: "Send `application/json`, or the type that the API reference names.",
  },
  unprocessable: {
    status: 422,
    meaning: "The request is well-formed but cannot be processed; `detail` says why.",
    remedy: "Correct what `detail` names, and send the request with a new idempotency key.",
  },
  insufficient_balance: {
    status: 422,
    meaning: "The available balance does not cover the amount.",
    remedy: "Fund the source, or reduce the amount. The balance of an address shows what is available.",
  },
  unsupported_route: {
    status: 422,
    meaning:
      "There is no route from that source to that destination; `GET /routes` lists the supported routes.",
    remedy: "Choose another source or destination, for example another chain or rail.",
  },
  insufficient_liquidity: {
    status: 422,
    meaning:
      "The service does not hold enough of the destination's token, or of USD, for this exchange right now.",
    remedy: "Try again later or with a smaller amount. The operator must add liquidity to the treasury.",
  },
  limit_exceeded: {
    status: 422,
    meaning: "The amount exceeds a limit of the rail or of the account; `detail` says which.",
    remedy: "Reduce the amount, split it, or have the operator raise the limit.",
  },
  address_not_allowed: {
    status: 422,
    meaning: "This blockchain address cannot be used with this service.",
    remedy: "Use another blockchain address, or contact the operator.",
  },
  documents_not_supported: {
    status: 422,
    meaning:
      "Documents are not supported for self-attested accounts, nor at the creation of an account on testnet; omit them.",
    remedy: "Send the request without documents.",
  },
  idempotency_key_reused: {
    status: 422,
    meaning: "This key was already used with a different request.",
    remedy: "Use a new key for a new request, or repeat the first request unchanged.",
  },
  rate_limited: {
    status: 429,
    meaning: "Too many requests; retry after the seconds in `Retry-After`.",
    remedy: "Wait, then retry with backoff. Spread requests, and use events instead of polling.",
  },
  internal: {
    status: 500,
    meaning: "An internal error. Nothing was changed; the request id identifies it in the logs.",
    remedy: "Retry with the same idempotency key. If it persists, report the request id to the operator.",
  },
  overloaded: {
    status: 503,
    meaning: "The service is overloaded; retry after the seconds in `Retry-After`.",
    remedy: "Wait, then retry with backoff and the same idempotency key.",
  },
  dependency_unavailable: {
    status: 503,
    meaning: "A dependency of the service, such as its database, is unreachable.",
    remedy: "Wait, then retry with the same idempotency key. Operators find the cause at `/readyz`.",
  },
} as const satisfies Record<string, RefusalDescription>;

interface RefusalDescription {
  readonly status: number;
  readonly meaning: string;
  /** What the caller can do about it, for the error catalogue of the documentation. */
  readonly remedy: string;
}

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

/** A request that is well-formed, and cannot be carried out because of this field. */
export function unprocessable(pointer: string, detail: string): Refusal {
  return refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
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
