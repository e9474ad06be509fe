import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { vectors } from "../test/vectors.ts";
import { signWebhook, verifyWebhook, type WebhookHeaders, WebhookVerificationError } from "./index.ts";

const [vector] = vectors;
const [secret] = vector.secrets;
const { id, timestamp, body } = vector;
const otherSecret = Buffer.alloc(32, 7).toString("base64url");
const thirdSecret = Buffer.alloc(32, 8).toString("base64url");
const event = JSON.parse(body);

function sign(change: Partial<Parameters<typeof signWebhook>[0]> = {}) {
  return signWebhook({ id, timestamp, body, secret, ...change });
}

const headers = sign();
const clock = { now: () => timestamp * 1000 };

function verify(
  given: {
    readonly body?: string | Uint8Array;
    readonly headers?: WebhookHeaders;
    readonly secret?: string | readonly string[];
    readonly toleranceSeconds?: number;
    readonly clock?: { now(): number };
  } = {},
) {
  const { body: rawBody = body, headers: sent = headers, secret: known = secret, ...options } = given;
  return verifyWebhook(rawBody, sent, known, { clock, ...options });
}

/** Undefined when it was accepted. */
function reasonOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}

describe("headers are found", () => {
  test.each<[string, WebhookHeaders]>([
    ["in Node headers", { ...headers, "set-cookie": ["a", "b"], host: undefined }],
    ["in fetch Headers", new Headers(headers)],
    ["in a record, in any case", { ...renamed((name) => name.toUpperCase()) }],
    [
      "in a record of lists",
      Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, [text]])),
    ],
    ["in a record that has a member named get", { ...headers, get: "x" }],
  ])("%s", (_name, sent) => {
    expect(verify({ headers: sent })).toEqual(event);
  });

  test("and a signature counts in any of several repeated headers", () => {
    const signature = headers["webhook-signature"];
    const other = sign({ secret: otherSecret })["webhook-signature"];
    const withSignature = (text: string | readonly string[]) => ({ ...headers, "webhook-signature": text });
    expect(verify({ headers: withSignature([other, signature]) })).toEqual(event);
    expect(verify({ headers: withSignature(`${other}, ${signature}`) })).toEqual(event);
    expect(verify({ headers: withSignature(`${signature}, ${other}`) })).toEqual(event);
    expect(verify({ headers: { ...withSignature(other), "Webhook-Signature": signature } })).toEqual(event);
  });
});

describe("headers are refused", () => {
  test.each(["webhook-id", "webhook-timestamp", "webhook-signature"])("without %s", (name) => {
    const rest = Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
    expect(reasonOf(() => verify({ headers: rest }))).toBe("missing_header");
    expect(reasonOf(() => verify({ headers: new Headers(rest) }))).toBe("missing_header");
  });

  test.each<[string, string | readonly string[]]>([
    ["webhook-id", [id, id]],
    ["webhook-id", `${id}, ${id}`],
    ["webhook-id", "a.b"],
    ["webhook-id", ""],
    ["webhook-id", "x".repeat(129)],
    ["webhook-timestamp", [String(timestamp), String(timestamp)]],
    ["webhook-timestamp", "soon"],
    ["webhook-timestamp", `${timestamp}.0`],
    ["webhook-timestamp", ` ${timestamp}`],
    ["webhook-timestamp", `${timestamp * 1000}`],
    ["webhook-timestamp", "-1"],
    ["webhook-signature", ""],
    ["webhook-signature", "v1"],
    ["webhook-signature", `${headers["webhook-signature"]} garbage`],
    ["webhook-signature", Array(17).fill(headers["webhook-signature"])],
    ["x-request-signature-sha-256", `sha256=${headers["x-request-signature-sha-256"]}`],
    ["x-request-signature-sha-256", headers["x-request-signature-sha-256"].toUpperCase()],
    ["x-request-signature-sha-256", ["a", "b"]],
  ])("with %s: %s", (name, value) => {
    expect(reasonOf(() => verify({ headers: { ...headers, [name]: value } }))).toBe("malformed_header");
  });
});

describe("the timestamp", () => {
  const toleranceSeconds = 300;
  const readAfter = (seconds: number) => ({ clock: { now: () => (timestamp + seconds) * 1000 } });

  test.each([0, toleranceSeconds, -toleranceSeconds])("may be %i s ago", (seconds) => {
    expect(verify(readAfter(seconds))).toEqual(event);
  });

  test.each([
    [toleranceSeconds + 1, "timestamp_too_old"],
    [-toleranceSeconds - 1, "timestamp_too_new"],
  ])("%i s ago is %s", (seconds, reason) => {
    expect(reasonOf(() => verify(readAfter(seconds)))).toBe(reason);
  });

  test("has the given tolerance", () => {
    expect(verify({ ...readAfter(10), toleranceSeconds: 10 })).toEqual(event);
    expect(reasonOf(() => verify({ ...readAfter(11), toleranceSeconds: 10 }))).toBe("timestamp_too_old");
    expect(reasonOf(() => verify({ ...readAfter(-11), toleranceSeconds: 10 }))).toBe("timestamp_too_new");
  });

  test("is rejected when the tolerance or the clock is not a number", () => {
    expect(reasonOf(() => verify({ toleranceSeconds: Number.NaN }))).toBe("timestamp_too_old");
    expect(reasonOf(() => verify({ clock: { now: () => Number.NaN } }))).toBe("timestamp_too_old");
  });

  test("is compared with the system clock by default", () => {
    const now = signWebhook({ id, body, secret });
    expect(verifyWebhook(body, now, secret)).toEqual(event);
    expect(reasonOf(() => verifyWebhook(body, sign({ timestamp: 1_700_000_000 }), secret))).toBe(
      "timestamp_too_old",
    );
  });
});

describe("the secret", () => {
  test("may be one of several", () => {
    expect(verify({ secret: [otherSecret, secret] })).toEqual(event);
    expect(verify({ secret: [secret, otherSecret] })).toEqual(event);
    expect(reasonOf(() => verify({ secret: [otherSecret, thirdSecret] }))).toBe("no_matching_signature");
  });

  test.each<[string | readonly string[], string]>([
    ["", "empty"],
    [[], "no secret at all"],
    [`${secret}\n`, "with a line break"],
    [secret.slice(1), "truncated"],
    [`${secret}=`, "padded"],
    [`whsec_${secret}`, "with a prefix"],
    [Buffer.alloc(32, 255).toString("base64").slice(0, -1), "in base64"],
    [`${secret.slice(0, -1)}9`, "with invalid trailing bits"],
    [[secret, "short"], "next to an invalid one"],
  ])("%j is refused: %s", (malformed) => {
    expect(reasonOf(() => verify({ secret: malformed }))).toBe("malformed_secret");
    expect(reasonOf(() => sign({ secret: malformed }))).toBe("malformed_secret");
  });

  test("is in no message", () => {
    const almost = `${secret}=`;
    const attempts = [() => verify({ secret: otherSecret }), () => verify({ secret: almost })];
    for (const attempt of attempts) {
      expect(attempt).toThrow(expect.not.objectContaining({ message: expect.stringContaining(secret) }));
      expect(attempt).toThrow(expect.not.objectContaining({ message: expect.stringContaining(otherSecret) }));
    }
  });
});

describe("during a rotation", () => {
  const rotating = sign({ secret: [otherSecret, secret] });

  test("the previous secret, the new one, and both together verify", () => {
    for (const known of [secret, otherSecret, [secret, otherSecret], [thirdSecret, secret]]) {
      expect(verify({ headers: rotating, secret: known })).toEqual(event);
    }
    expect(reasonOf(() => verify({ headers: rotating, secret: thirdSecret }))).toBe("no_matching_signature");
  });
});

describe("the signature", () => {
  test("of an unknown version is ignored", () => {
    const withSignature = (text: string) => ({ ...headers, "webhook-signature": text });
    const { "webhook-signature": signature } = headers;
    expect(verify({ headers: withSignature(`v1a,abc= ${signature} v2,x`) })).toEqual(event);
    const unknown = withSignature(signature.replace("v1,", "v2,"));
    expect(reasonOf(() => verify({ headers: unknown }))).toBe("no_matching_signature");
  });

  test("of the body must match if present, with the same secret", () => {
    const other = sign({ secret: otherSecret });
    const mixed = { ...headers, "x-request-signature-sha-256": other["x-request-signature-sha-256"] };
    expect(reasonOf(() => verify({ headers: mixed }))).toBe("no_matching_signature");
    expect(reasonOf(() => verify({ headers: mixed, secret: [secret, otherSecret] }))).toBe(
      "no_matching_signature",
    );
    const { "x-request-signature-sha-256": _left, ...without } = headers;
    expect(verify({ headers: without })).toEqual(event);
  });

  test("of the body alone is enough with that scheme, and has no timestamp", () => {
    const only = { "X-Request-Signature-SHA-256": headers["x-request-signature-sha-256"] };
    expect(verifyWebhook(body, only, secret, { scheme: "body" })).toEqual(event);
    expect(verifyWebhook(body, only, [otherSecret, secret], { scheme: "body" })).toEqual(event);
    const attempts = {
      no_matching_signature: () => verifyWebhook(`${body} `, only, secret, { scheme: "body" }),
      missing_header: () => verifyWebhook(body, {}, secret, { scheme: "body" }),
    };
    for (const [reason, attempt] of Object.entries(attempts)) expect(reasonOf(attempt)).toBe(reason);
    expect(reasonOf(() => verify({ headers: only }))).toBe("missing_header");
  });
});

describe("the body", () => {
  const spaced = `{ "id": "${id}", "type": "a.b", "created": "2026-11-15T12:00:00.000Z", "data": { "rate": 1.0 } }`;

  test("that was parsed and serialized again is rejected, and the message says so", () => {
    const sent = sign({ body: spaced });
    const written = JSON.stringify(JSON.parse(spaced));
    expect(verify({ headers: sent, body: spaced })).toEqual(JSON.parse(spaced));
    expect(reasonOf(() => verify({ headers: sent, body: written }))).toBe("no_matching_signature");
    expect(() => verify({ headers: sent, body: written })).toThrow(/parsed and serialized again/);
  });

  test.each([[event], [undefined], [null], [{}]])(
    "that is neither text nor bytes is rejected: %j",
    (parsed) => {
      expect(reasonOf(() => verifyWebhook(parsed, headers, secret, { clock }))).toBe("malformed_body");
      expect(() => verifyWebhook(parsed, headers, secret, { clock })).toThrow(/already parsed/);
    },
  );

  test.each<[string | Buffer, string]>([
    ["", "empty"],
    ["{", "invalid JSON"],
    ["null", "not an object"],
    [`[${body}]`, "a list"],
    [JSON.stringify({ ...event, data: [] }), "data that is a list"],
    [JSON.stringify({ ...event, data: null }), "without data"],
    [JSON.stringify({ ...event, type: 7 }), "a type that is a number"],
    [JSON.stringify({ ...event, created: undefined }), "without a time"],
    [JSON.stringify({ ...event, id: "01KA4K9Z8Y7X6W5V4T3S2R1Q0P" }), "of another event"],
    [Buffer.from(body.replace("USD", "\u00ff"), "latin1"), "not UTF-8"],
  ])("is rejected although it is signed: %s (%s)", (malformed) => {
    const sent = sign({ body: malformed });
    expect(reasonOf(() => verify({ headers: sent, body: malformed }))).toBe("malformed_body");
  });

  test("keeps unknown fields", () => {
    const later = JSON.stringify({ ...event, data: { ...event.data, later: [1] }, more: true });
    expect(verify({ headers: sign({ body: later }), body: later })).toEqual(JSON.parse(later));
  });
});

describe("any change of", () => {
  const anyBody = fc
    .dictionary(fc.string({ unit: "binary" }), fc.jsonValue())
    .map((data) => JSON.stringify({ id, type: "a.b", created: "2026-11-15T12:00:00.000Z", data }));

  test("a byte of the body is rejected", () => {
    fc.assert(
      fc.property(anyBody, fc.nat(), fc.integer({ min: 1, max: 255 }), (sent, place, flip) => {
        const signed = sign({ body: sent });
        expect(verify({ headers: signed, body: sent })).toEqual(JSON.parse(sent));
        const changed = Buffer.from(sent);
        const index = place % changed.length;
        changed.writeUInt8(changed.readUInt8(index) ^ flip, index);
        expect(reasonOf(() => verify({ headers: signed, body: changed }))).toBe("no_matching_signature");
      }),
    );
  });

  test.each(["webhook-id", "webhook-timestamp", "webhook-signature", "x-request-signature-sha-256"] as const)(
    "a character of %s is rejected",
    (name) => {
      const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
      fc.assert(
        fc.property(fc.nat(), printable, (place, character) => {
          const value = headers[name];
          const index = place % value.length;
          fc.pre(value[index] !== character);
          const changed = `${value.slice(0, index)}${character}${value.slice(index + 1)}`;
          const sent = { ...headers, [name]: changed };
          expect(reasonOf(() => verify({ headers: sent, toleranceSeconds: Number.MAX_VALUE }))).toMatch(
            /^(?:no_matching_signature|malformed_header)$/,
          );
        }),
        { numRuns: 1000 },
      );
    },
  );

  test("the secret is rejected", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        const other = Buffer.from(key).toString("base64url");
        fc.pre(other !== secret);
        expect(reasonOf(() => verify({ secret: other }))).toBe("no_matching_signature");
      }),
    );
  });

  test("the headers causes only verification errors", () => {
    const name = fc.constantFrom(...Object.keys(headers));
    const value = fc.oneof(fc.string({ unit: "binary" }), fc.array(fc.string()), fc.constant(undefined));
    fc.assert(
      fc.property(fc.uint8Array(), fc.dictionary(name, value), (bytes, sent) => {
        expect(reasonOf(() => verify({ body: bytes, headers: sent }))).toBeDefined();
      }),
    );
  });
});

test.each([1.5, -1, Number.NaN, timestamp * 1000])("the timestamp %d cannot be signed", (moment) => {
  expect(() => sign({ timestamp: moment })).toThrow(RangeError);
});

function renamed(rename: (name: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [rename(name), text]));
}
