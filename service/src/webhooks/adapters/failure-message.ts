import { errors } from "undici";
import { DestinationError } from "./guarded-connector.ts";

/** What went wrong, in plain words for the owner of the endpoint. Nothing of our own network is told. */
export function failureMessage(error: unknown, { isProxied }: { readonly isProxied: boolean }): string {
  if (error instanceof DestinationError) return error.message;
  const { code, syscall } = partsOf(error);
  // Behind a proxy, the only place that we connect to ourselves is the proxy.
  if (isProxied && (syscall === "connect" || syscall === "getaddrinfo")) {
    return "the service could not reach its own proxy; that is not your fault";
  }
  if (isProxied && code === "UND_ERR_ABORTED") return "the service's proxy did not let it connect";
  const known = messages[code];
  if (known !== undefined) return known;
  if (error instanceof errors.HTTPParserError) return "the answer is not HTTP";
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_"))
    return "no TLS connection could be agreed on";
  if (code.startsWith("CERT_")) return "the certificate is not valid";
  return code === "" ? "sending failed" : `sending failed (${code})`;
}

const closed = "connection closed before an answer came";
const unreachable = "the address cannot be reached";
const noConnection = "no connection in time";
const unknownIssuer = "the certificate's issuer is not known; is an intermediate certificate missing?";
const selfSigned = "the certificate is self-signed";
const lookupFailed = "the name could not be looked up";

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
  ENOTFOUND: "name not found",
  ENODATA: "name not found",
  EAI_AGAIN: lookupFailed,
  ESERVFAIL: lookupFailed,
  EREFUSED: lookupFailed,
  ETIMEOUT: lookupFailed,
  EBADNAME: lookupFailed,
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another name",
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  EPROTO: "no TLS connection could be agreed on",
  UND_ERR_HEADERS_OVERFLOW: "the answer's headers are too large",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer has another length than it says",
  UND_ERR_DESTROYED: "the service was stopping",
  UND_ERR_CLOSED: "the service was stopping",
};

function partsOf(error: unknown): { readonly code: string; readonly syscall: string } {
  if (typeof error !== "object" || error === null) return { code: "", syscall: "" };
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const syscall = "syscall" in error && typeof error.syscall === "string" ? error.syscall : "";
  return { code, syscall };
}
