import { expect, test } from "vitest";
import { matchSignature, signedContent } from "./signature-check.ts";

const headers = {
  "webhook-id": "e1",
  "webhook-timestamp": "1700000000",
  "webhook-signature": "v1,AAAA= v1,BBBB=",
  "x-request-signature-sha-256": "0a1b",
};

test("the signed content has the id, the timestamp and the exact body", () => {
  expect(signedContent(headers, '{"a":1}')).toBe('e1.1700000000.{"a":1}');
});

test.each([
  ["v1,AAAA=", "standard"],
  ["BBBB=", "standard"],
  [" v1,AAAA= v1,BBBB= ", "standard"],
  ["v1,CCCC= v1,AAAA=", "standard"],
  ["0A1B", "body"],
  ["v1,CCCC=", "none"],
  ["", "none"],
  ["v1,", "none"],
])("the signature %j matches: %s", (pasted, match) => {
  expect(matchSignature(pasted, headers)).toBe(match);
});
