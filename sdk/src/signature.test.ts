import * as crypto from "node:crypto";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { vectors } from "../test/vectors.ts";

const [{ secrets, timestamp, body, headers }] = vectors;
const clock = { now: () => timestamp * 1000 };
const isEqual = vi.fn(crypto.timingSafeEqual);

// Anew, for another file of the same worker may have loaded it with the comparison that nobody watches.
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

test.each(["webhook-signature", "x-request-signature-sha-256"])(
  "%s is compared in the same time, wherever it differs",
  (name) => {
    const value = headers[name] ?? "";
    for (const index of [3, Math.floor(value.length / 2), value.length - 2]) {
      const changed = `${value.slice(0, index)}${value[index] === "0" ? "1" : "0"}${value.slice(index + 1)}`;
      isEqual.mockClear();
      expect(() => verifyWebhook(body, { ...headers, [name]: changed }, secrets, { clock })).toThrow(
        WebhookVerificationError,
      );
      expect(isEqual.mock.results.map(({ value: answer }) => answer)).toContain(false);
    }
  },
);

test("nothing is accepted that was not compared", () => {
  verifyWebhook(body, headers, secrets, { clock });
  expect(isEqual.mock.results.map(({ value }) => value)).toEqual([true, true]);
});
