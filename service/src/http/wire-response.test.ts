import { expect, test } from "vitest";
import { createKeyRing } from "../kernel/envelope.ts";
import { recordOf } from "./idempotency-record.ts";
import type { Claim } from "./store.ts";
import { serialize } from "./wire-response.ts";

const bytes = Buffer.from([0x00, 0xff, 0x80, 0x0a]);

test("bytes with their own media type are sent unchanged", () => {
  const { body } = serialize({ status: 200, body: bytes, headers: { "content-type": "image/png" } });
  expect(body).toEqual(bytes);
});

test("text without its own media type is JSON", () => {
  expect(serialize({ status: 200, body: "plain" }).body).toBe('"plain"');
});

test("byte responses are not stored for replay, which would alter them", () => {
  const claim = { tenantId: "t", callerId: "c", key: "k" } as unknown as Claim;
  const response = serialize({ status: 200, body: bytes, headers: { "content-type": "image/png" } });
  expect(() => recordOf(createKeyRing(Buffer.alloc(32)), claim, response, false)).toThrow(/only text/);
});
