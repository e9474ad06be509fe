import * as crypto from "node:crypto";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { vectors } from "../test/vectors.ts";

const [{ secrets, timestamp, body, headers }] = vectors;
const clock = { now: () => timestamp * 1000 };
const isEqual = vi.fn(crypto.timingSafeEqual);

// Loaded again, because another file of the same worker may have loaded it with the unmocked comparison.
vi.resetModules();
vi.doMock("node:crypto", () => ({ ...crypto, timingSafeEqual: isEqual }));
const { verifyWebhook, WebhookVerificationError } = await import("./index.ts");

beforeEach(() => {
  isEqual.mockClear();
});
afterAll(() => {
  vi.doUnmock("node:crypto");
  vi.resetModules();
});

test.each(["webhook-signature", "x-request-signature-sha-256"])("%s is compared in constant time", (name) => {
  const value = headers[name] ?? "";
  for (const index of [3, Math.floor(value.length / 2), value.length - 2]) {
    const changed = `${value.slice(0, index)}${value[index] === "0" ? "1" : "0"}${value.slice(index + 1)}`;
    isEqual.mockClear();
    expect(() => verifyWebhook(body, { ...headers, [name]: changed }, secrets, { clock })).toThrow(
      WebhookVerificationError,
    );
    expect(isEqual.mock.results.map(({ value: response }) => response)).toContain(false);
  }
});

test("nothing is accepted without a comparison", () => {
  verifyWebhook(body, headers, secrets, { clock });
  expect(isEqual.mock.results.map(({ value }) => value)).toEqual([true, true]);
});
