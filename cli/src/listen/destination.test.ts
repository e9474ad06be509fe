import fc from "fast-check";
import { expect, test } from "vitest";
import { UsageError } from "../failure.ts";
import { readDestination } from "./destination.ts";

test.each([
  ["localhost:4000/webhooks", "http://localhost:4000/webhooks"],
  ["4000", "http://localhost:4000/"],
  [":4000/webhooks?x=1", "http://localhost:4000/webhooks?x=1"],
  ["10.1.2.3/hooks", "http://10.1.2.3/hooks"],
  ["HTTPS://Example.com/a#b", "https://example.com/a"],
  ["[::1]:4000", "http://[::1]:4000/"],
])("%s is %s", (text, url) => {
  expect(readDestination(text).href).toBe(url);
});

test("any text is an http or https URL without credentials, or a usage error", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webAuthority({ withUserInfo: true, withPort: true })), (text) => {
      try {
        const { protocol, username, password, hash } = readDestination(text);
        expect([["http:", "https:"].includes(protocol), username, password, hash]).toEqual([
          true,
          "",
          "",
          "",
        ]);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
      }
    }),
  );
});
