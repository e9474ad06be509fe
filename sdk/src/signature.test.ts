import { timingSafeEqual } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { vectors } from "../test/vectors.ts";
import { verifyWebhook, WebhookVerificationError } from "./index.ts";

vi.mock("node:crypto", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:crypto")>();
  return { ...original, timingSafeEqual: vi.fn(original.timingSafeEqual) };
});

const [{ secrets, timestamp, body, headers }] = vectors;
const clock = { now: () => timestamp * 1000 };
const isEqual = vi.mocked(timingSafeEqual);

beforeEach(() => {
  isEqual.mockClear();
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
