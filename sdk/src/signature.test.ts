import { afterEach, expect, test, vi } from "vitest";
import { vectors } from "../test/vectors.ts";
import { verifyWebhook, verifyWebhookAsync, WebhookVerificationError } from "./index.ts";
import { isSameSignature } from "./signature.ts";

const [{ secrets, timestamp, body, headers }] = vectors;
const clock = { now: () => timestamp * 1000 };

afterEach(() => vi.restoreAllMocks());

test("signatures are compared in constant time: every character is read, wherever they differ", () => {
  const expected = headers["webhook-signature"] ?? "";
  const reads = vi.spyOn(String.prototype, "charCodeAt");
  const readsOf = (given: string): number => {
    reads.mockClear();
    expect(isSameSignature(given, expected)).toBe(given === expected);
    return reads.mock.calls.length;
  };
  const counts = [0, Math.floor(expected.length / 2), expected.length - 1].map((index) =>
    readsOf(`${expected.slice(0, index)}!${expected.slice(index + 1)}`),
  );
  expect(counts).toEqual(counts.map(() => readsOf(expected)));
  expect([...new Set(counts)]).toEqual([2 * expected.length]);
});

test.each(["", "a", `${headers["webhook-signature"]}=`])("%j is not the signature", (given) => {
  expect(isSameSignature(given, headers["webhook-signature"] ?? "")).toBe(false);
});

test.each(vectors)("WebCrypto verifies the same: $name", async (vector) => {
  const at = { clock: { now: () => vector.timestamp * 1000 } };
  const event = verifyWebhook(vector.body, vector.headers, vector.secrets, at);
  expect(await verifyWebhookAsync(vector.body, vector.headers, vector.secrets, at)).toEqual(event);
  const changed = verifyWebhookAsync(`${vector.body} `, vector.headers, vector.secrets, at);
  await expect(changed).rejects.toMatchObject({ reason: "no_matching_signature" });
});

test("without node:crypto, the message names the other function", () => {
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
  expect(() => verifyWebhook(body, headers, secrets, { clock })).toThrow(/verifyWebhookAsync/);
  expect(() => verifyWebhook(body, headers, secrets, { clock })).not.toThrow(WebhookVerificationError);
});
