import type { ApiResponse } from "../http/route.ts";

/** An expected error of the token service, as defined in RFC 6749 §5.2. */
export interface OAuthError {
  readonly kind: "oauth_error";
  readonly code: OAuthErrorCode;
  /** Plain ASCII without quotes or backslashes, as the RFC requires, and never a value from the request. */
  readonly description: string;
  readonly retryAfterSeconds?: number;
}

type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_scope"
  | "invalid_dpop_proof"
  | "access_denied"
  | "unsupported_grant_type"
  | "temporarily_unavailable";

export function oauthError(
  code: OAuthErrorCode,
  description: string,
  extra: { readonly retryAfterSeconds?: number } = {},
): OAuthError {
  return { kind: "oauth_error", code, description, ...extra };
}

export function isOAuthError(value: unknown): value is OAuthError {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "oauth_error";
}

/** No response of the token service may be cached, RFC 6749 §5.1. */
export const uncached = { "cache-control": "no-store", pragma: "no-cache" } as const;

export function sendOAuthError(error: OAuthError): ApiResponse {
  const headers: Record<string, string> = { ...uncached };
  if (error.code === "invalid_client") headers["www-authenticate"] = `Basic realm="florin"`;
  if (error.retryAfterSeconds !== undefined) headers["retry-after"] = String(error.retryAfterSeconds);
  return {
    status: statusOf(error.code),
    headers,
    body: { error: error.code, error_description: error.description },
  };
}

function statusOf(code: OAuthErrorCode): number {
  switch (code) {
    case "invalid_client":
      return 401;
    case "access_denied":
      return 403;
    case "temporarily_unavailable":
      return 429;
    case "invalid_request":
    case "invalid_scope":
    case "invalid_dpop_proof":
    case "unsupported_grant_type":
      return 400;
  }
}
