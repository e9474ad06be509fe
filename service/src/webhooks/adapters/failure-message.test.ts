import { expect, test } from "vitest";
import { failureMessage } from "./failure-message.ts";

const direct = { isProxied: false };
const withCode = (code: string, syscall?: string): Error =>
  Object.assign(new Error(`${code} 10.1.2.3:443 /secret/path`), { code, syscall });

test.each([
  ["ECONNREFUSED", "connection refused"],
  ["ENOTFOUND", "hostname not found"],
  ["CERT_HAS_EXPIRED", "the certificate has expired"],
  ["CERT_REVOKED", "the certificate is not valid"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "TLS handshake failed"],
  ["UND_ERR_HEADERS_OVERFLOW", "the response headers are too large"],
  ["ESOMETHING", "request failed (ESOMETHING)"],
])("%s becomes %j", (code, message) => {
  expect(failureMessage(withCode(code), direct)).toBe(message);
});

test("messages of unknown errors are not shown: they may contain internal addresses", () => {
  expect(failureMessage(new Error("connect 10.1.2.3"), direct)).toBe("request failed");
  expect(failureMessage("10.1.2.3", direct)).toBe("request failed");
  expect(failureMessage(undefined, direct)).toBe("request failed");
});

test("failures of our own proxy are not blamed on the endpoint", () => {
  expect(failureMessage(withCode("ECONNREFUSED", "connect"), { isProxied: true })).toContain("its own proxy");
  expect(failureMessage(withCode("UND_ERR_ABORTED"), { isProxied: true })).toContain("proxy refused");
});
