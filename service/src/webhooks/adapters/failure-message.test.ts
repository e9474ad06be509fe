import { expect, test } from "vitest";
import { failureMessage } from "./failure-message.ts";

const direct = { isProxied: false };
const withCode = (code: string, syscall?: string): Error =>
  Object.assign(new Error(`${code} 10.1.2.3:443 /secret/path`), { code, syscall });

test.each([
  ["ECONNREFUSED", "connection refused"],
  ["ENOTFOUND", "name not found"],
  ["CERT_HAS_EXPIRED", "the certificate has expired"],
  ["CERT_REVOKED", "the certificate is not valid"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "no TLS connection could be agreed on"],
  ["UND_ERR_HEADERS_OVERFLOW", "the answer's headers are too large"],
  ["ESOMETHING", "sending failed (ESOMETHING)"],
])("%s is told as %j", (code, message) => {
  expect(failureMessage(withCode(code), direct)).toBe(message);
});

test("words of an error that nobody knows are not told: they may hold what is ours", () => {
  expect(failureMessage(new Error("connect 10.1.2.3"), direct)).toBe("sending failed");
  expect(failureMessage("10.1.2.3", direct)).toBe("sending failed");
  expect(failureMessage(undefined, direct)).toBe("sending failed");
});

test("what our own proxy does is not blamed on the endpoint", () => {
  expect(failureMessage(withCode("ECONNREFUSED", "connect"), { isProxied: true })).toContain("its own proxy");
  expect(failureMessage(withCode("UND_ERR_ABORTED"), { isProxied: true })).toContain("proxy did not let it");
});
