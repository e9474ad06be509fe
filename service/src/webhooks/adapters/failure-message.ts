import { errors } from "undici";
import { DestinationError } from "./guarded-connector.ts";

/** Readable failure message for the owner of the endpoint. It reveals nothing of our own network. */
export function failureMessage(error: unknown, { isProxied }: { readonly isProxied: boolean }): string {
  if (error instanceof DestinationError) return error.message;
  const { code, syscall } = partsOf(error);
  // Behind a proxy, the only host that we connect to ourselves is the proxy.
  if (isProxied && (syscall === "connect" || syscall === "getaddrinfo")) {
    return "the service could not reach its own proxy; your endpoint is not the cause";
  }
  if (isProxied && code === "UND_ERR_ABORTED") return "the service's proxy refused the connection";
  const known = messages[code];
  if (known !== undefined) return known;
  if (error instanceof errors.HTTPParserError) return "the response is not valid HTTP";
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_")) return "TLS handshake failed";
  if (code.startsWith("CERT_")) return "the certificate is not valid";
  return code === "" ? "request failed" : `request failed (${code})`;
}

const closed = "connection closed before a response was received";
const unreachable = "the host is unreachable";
const noConnection = "connection timed out";
const unknownIssuer = "the certificate's issuer is unknown; is an intermediate certificate missing?";
const selfSigned = "the certificate is self-signed";
const lookupFailed = "DNS lookup failed";

/** By the codes of Node, OpenSSL, c-ares and undici. */
const messages: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  UND_ERR_ABORTED: closed,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ETIMEDOUT: noConnection,
  UND_ERR_CONNECT_TIMEOUT: noConnection,
  ENOTFOUND: "hostname not found",
  ENODATA: "hostname not found",
  EAI_AGAIN: lookupFailed,
  ESERVFAIL: lookupFailed,
  EREFUSED: lookupFailed,
  ETIMEOUT: lookupFailed,
  EBADNAME: lookupFailed,
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not yet valid",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for a different hostname",
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  EPROTO: "TLS handshake failed",
  UND_ERR_HEADERS_OVERFLOW: "the response headers are too large",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the response length does not match its Content-Length",
  UND_ERR_DESTROYED: "the service was shutting down",
  UND_ERR_CLOSED: "the service was shutting down",
};

function partsOf(error: unknown): { readonly code: string; readonly syscall: string } {
  if (typeof error !== "object" || error === null) return { code: "", syscall: "" };
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const syscall = "syscall" in error && typeof error.syscall === "string" ? error.syscall : "";
  return { code, syscall };
}
