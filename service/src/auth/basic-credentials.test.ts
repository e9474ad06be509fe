import fc from "fast-check";
import { expect, test } from "vitest";
import { parseBasicCredentials } from "./basic-credentials.ts";

function header(text: string, scheme = "Basic"): string {
  return `${scheme} ${Buffer.from(text).toString("base64")}`;
}

test("the first colon separates client id and secret", () => {
  expect(parseBasicCredentials(header("client:se:cret"))).toEqual({
    clientId: "client",
    clientSecret: "se:cret",
  });
});

test("credentials form-encoded as RFC 6749 requires are decoded unchanged", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", ":", "%", "+", " ", "&", "=", "é", "€", "𝄞", "\0", "\n", "~"),
  });
  fc.assert(
    fc.property(text, text, (clientId, clientSecret) => {
      const encode = (value: string) => new URLSearchParams([["", value]]).toString().slice(1);
      const sent = header(`${encode(clientId)}:${encode(clientSecret)}`);
      expect(parseBasicCredentials(sent)).toEqual({ clientId, clientSecret });
    }),
  );
});

test("the scheme is case-insensitive", () => {
  expect(parseBasicCredentials(header("a:b", "bAsIc"))).toEqual({ clientId: "a", clientSecret: "b" });
});

test.each([
  ["another scheme", header("a:b", "Bearer")],
  ["no credentials", "Basic"],
  ["no colon", header("ab")],
  ["not base64", "Basic a:b"],
  ["a percent sign that encodes nothing", header("a:%zz")],
  ["percent signs that encode no UTF-8", header("a:%ff")],
  ["not UTF-8", `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString("base64")}`],
])("%s is rejected", (_name, sent) => {
  expect(parseBasicCredentials(sent)).toBeUndefined();
});

test("no header value makes the parser throw", () => {
  fc.assert(
    fc.property(fc.string(), fc.uint8Array(), (text, bytes) => {
      parseBasicCredentials(text);
      parseBasicCredentials(`Basic ${text}`);
      parseBasicCredentials(`Basic ${Buffer.from(bytes).toString("base64")}`);
    }),
  );
});
