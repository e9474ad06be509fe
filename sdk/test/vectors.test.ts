import { execFileSync, spawnSync } from "node:child_process";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { instantFromMs } from "../../service/src/kernel/instant.ts";
import { idempotencyKeyOf as serviceKeyOf, signedHeaders } from "../../service/src/webhooks/message.ts";
import { idempotencyKeyOf, signWebhook, verifyWebhook } from "../src/index.ts";
import { type Vector, vectors } from "./vectors.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

afterEach(() => vi.useRealTimers());

test("there are vectors with non-ASCII text, with empty data, and of a rotation", () => {
  expect(vectors.some(({ body }) => Buffer.byteLength(body) > body.length)).toBe(true);
  expect(vectors.some(({ body }) => body.includes('"data":{}'))).toBe(true);
  expect(vectors.some(({ secrets }) => secrets.length === 2)).toBe(true);
});

describe.each(vectors)("$name", (vector) => {
  const { secrets, id, timestamp, body, headers } = vector;
  const signed = { "content-type": "application/json", ...headers };

  test("is what the service sends", () => {
    const [current, ...previous] = secrets;
    const keys = [keyOf(current), ...previous.map(keyOf)] as const;
    const message = { eventId: id, idempotencyKey: serviceKeyOf(id), body };
    expect(signedHeaders(message, keys, instantFromMs(timestamp * 1000))).toEqual(signed);
  });

  test("is what the SDK signs", () => {
    expect(signWebhook({ id, timestamp, body, secret: secrets })).toEqual(signed);
    expect(signWebhook({ id, timestamp, body: Buffer.from(body), secret: secrets })).toEqual(signed);
    expect(idempotencyKeyOf(id)).toBe(headers["idempotency-key"]);
  });

  test.each(secrets)("is accepted with the secret %s, and read unchanged", (secret) => {
    readAt(timestamp);
    expect(verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body));
    expect(verifyWebhook(Buffer.from(body), headers, secret)).toEqual(JSON.parse(body));
  });

  test.each(secrets)("is accepted by the Standard Webhooks library with the secret %s", (secret) => {
    readAt(timestamp);
    expect(new Webhook(asBase64(secret)).verify(body, headers)).toEqual(JSON.parse(body));
  });

  test.skipIf(!hasOpenssl)("is what OpenSSL computes (where OpenSSL is installed)", () => {
    const all = secrets.map((secret) => `v1,${opensslHmac(secret, `${id}.${timestamp}.${body}`, "base64")}`);
    expect(all.join(" ")).toBe(headers["webhook-signature"]);
    expect(opensslHmac(secrets[0], body, "hex")).toBe(headers["x-request-signature-sha-256"]);
  });
});

/** The Standard Webhooks library reads the system clock. */
function readAt(timestamp: Vector["timestamp"]): void {
  vi.useFakeTimers({ now: timestamp * 1000, toFake: ["Date"] });
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret, "base64url");
}

function asBase64(secret: string): string {
  return `${secret.replaceAll("-", "+").replaceAll("_", "/")}=`;
}

function opensslHmac(secret: string, text: string, encoding: "hex" | "base64"): string {
  const key = keyOf(secret).toString("hex");
  const command = ["dgst", "-sha256", "-mac", "HMAC", "-macopt", `hexkey:${key}`, "-binary"];
  return execFileSync("openssl", command, { input: text }).toString(encoding);
}
