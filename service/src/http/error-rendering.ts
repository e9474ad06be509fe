import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyRequest } from "fastify";
import {
  type Refusal,
  RefusalError,
  type RequestedConfirmation,
  refusalCodes,
  refuse,
} from "../kernel/refusal.ts";
import { validationRefusal } from "./validation.ts";

export interface RenderedError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** The standard error body of the API. */
export function renderRefusal(refusal: Refusal, requestId: string): RenderedError {
  const { status } = refusalCodes[refusal.code];
  return {
    status,
    headers: { ...headersOf(refusal), link: `</docs/reference/errors.html#${refusal.code}>; rel="help"` },
    body: {
      status,
      title: STATUS_CODES[status] ?? "Error",
      detail: refusal.detail,
      code: refusal.code,
      request_id: requestId,
      ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
      ...(refusal.confirmation === undefined ? {} : { confirmation: present(refusal.confirmation) }),
    },
  };
}

function present({ id, expiresAt, operation, facts }: RequestedConfirmation): object {
  return { id, expires_at: expiresAt, operation, facts };
}

/** The error body of the token service, RFC 6749 §5.2. */
export function renderOAuthRefusal(refusal: Refusal): RenderedError {
  const { status } = refusalCodes[refusal.code];
  const where = refusal.errors?.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ");
  return {
    status,
    headers: { ...headersOf(refusal), pragma: "no-cache" },
    body: {
      error: oauthErrorOf(status),
      error_description: printable(where === undefined || where === "" ? refusal.detail : where),
    },
  };
}

/** Turns any thrown value into a refusal. An unexpected error becomes `internal` and reveals nothing. */
export function refusalFrom(error: unknown): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  if (!isFastifyError(error)) return refuse("internal", "internal server error");
  if (error.validation !== undefined) return validationRefusal(error.validation, error.validationContext);
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return refuse("payload_too_large", "the body is larger than this endpoint accepts");
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return refuse("unsupported_media_type", "this endpoint does not accept the Content-Type of the body");
    // A URL that cannot be decoded, or is longer than any id, identifies nothing.
    case "FST_ERR_BAD_URL":
    case "FST_ERR_MAX_PARAM_LENGTH":
      return refuse("not_found", "there is no such resource");
    case "FST_ERR_REP_ALREADY_SENT":
      return refuse("internal", "internal server error");
    default:
      break;
  }
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500
    ? refuse("malformed_request", "the request is malformed: check its body, Content-Length and URL")
    : refuse("internal", "internal server error");
}

/** The client closed the connection before its body had arrived: an event of the network, not an error of the service. */
export function isCutOff(error: unknown, { raw }: FastifyRequest): boolean {
  return (
    error instanceof Error && "code" in error && error.code === "ECONNRESET" && raw.destroyed && !raw.complete
  );
}

/** Other libraries set a statusCode on their errors too; theirs is unrelated to the caller's request. */
function isFastifyError(error: unknown): error is FastifyError {
  if (!(error instanceof Error)) return false;
  return "validation" in error || ("code" in error && String(error.code).startsWith("FST_"));
}

function headersOf({ code, retryAfterSeconds, detail }: Refusal): Record<string, string> {
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  // RFC 6750 §3: the challenge says which kind of token is required and what was wrong with the one sent.
  if (code === "unauthorized") headers["www-authenticate"] = `Bearer realm="florin", error="invalid_token"`;
  // RFC 9449 §7.1.
  if (code === "invalid_dpop_proof") {
    headers["www-authenticate"] =
      `DPoP realm="florin", error="invalid_dpop_proof", algs="EdDSA ES256 RS256 PS256"`;
  }
  if (code === "insufficient_scope") {
    headers["www-authenticate"] =
      `Bearer realm="florin", error="insufficient_scope", error_description="${detail}"`;
  }
  return headers;
}

function oauthErrorOf(status: number): string {
  if (status === 429 || status === 503) return "temporarily_unavailable";
  return status >= 500 ? "server_error" : "invalid_request";
}

/** RFC 6749 §5.2 allows only these characters in a description. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, "'");
}
