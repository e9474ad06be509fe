import { expect, test } from "vitest";
import { createKeyRing } from "../kernel/envelope.ts";
import { recordOf } from "./idempotency-record.ts";
import type { Claim } from "./store.ts";
import { serialize } from "./wire-answer.ts";

const bytes = Buffer.from([0x00, 0xff, 0x80, 0x0a]);

test("bytes with a media type of their own go out unaltered", () => {
  const { body } = serialize({ status: 200, body: bytes, headers: { "content-type": "image/png" } });
  expect(body).toEqual(bytes);
});

test("text without a media type of its own is JSON", () => {
  expect(serialize({ status: 200, body: "plain" }).body).toBe('"plain"');
});

test("nothing is kept of bytes for a replay, which would alter them", () => {
  const claim = { tenantId: "t", callerId: "c", key: "k" } as unknown as Claim;
  const answer = serialize({ status: 200, body: bytes, headers: { "content-type": "image/png" } });
  expect(() => recordOf(createKeyRing(Buffer.alloc(32)), claim, answer, false)).toThrow(/only text/);
});
