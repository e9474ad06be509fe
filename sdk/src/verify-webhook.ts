import { types } from "node:util";
import type { FlorinEvent } from "./event.ts";
import { headerValues, requiredHeaderValues, singleHeader, type WebhookHeaders } from "./headers.ts";
import { readEvent } from "./read-event.ts";
import { keysOf } from "./secret.ts";
import { bodySignature, isSameSignature, messageSignature } from "./signature.ts";
import { type Clock, systemClock } from "./system-clock.ts";
import { WebhookVerificationError } from "./verification-error.ts";

export type VerifyOptions = StandardOptions | { readonly scheme: "body" };

interface StandardOptions {
  /** `body` checks only `x-request-signature-sha-256`: it does not protect against replay attacks. */
  readonly scheme?: "standard";
  /** Maximum clock difference between the sender and you, in either direction. */
  readonly toleranceSeconds?: number;
  readonly clock?: Clock;
}

/** Returns the verified event, or throws a `WebhookVerificationError`. The body must be the raw bytes as received. */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): FlorinEvent {
  const keys = keysOf(secret);
  const body = bytesOf(rawBody);
  if (options.scheme === "body") {
    verifyBody(body, headers, keys);
    return readEvent(body);
  }
  const id = verifyMessage(body, headers, keys, options);
  const event = readEvent(body);
  if (event.id !== id) {
    throw new WebhookVerificationError("malformed_body", `the body is of a different event than ${idHeader}`);
  }
  return event;
}

const idHeader = "webhook-id";
const timestampHeader = "webhook-timestamp";
const signatureHeader = "webhook-signature";
const bodySignatureHeader = "x-request-signature-sha-256";

// No dot: it is the separator in the signed text.
const idForm = /^[\w-]{1,128}$/;
const timestampForm = /^\d{1,12}$/;
const bodySignatureForm = /^[0-9a-f]{64}$/;
const signatureForm = /^[0-9a-z]+,[^,]+$/i;
const maxSignatures = 16;
const defaultToleranceSeconds = 5 * 60;

function bytesOf(rawBody: unknown): Uint8Array {
  if (typeof rawBody === "string") return Buffer.from(rawBody);
  if (types.isUint8Array(rawBody)) return rawBody;
  throw new WebhookVerificationError(
    "malformed_body",
    "the body must be a string or bytes, exactly as received; is it missing or already parsed?",
  );
}

function verifyMessage(
  body: Uint8Array,
  headers: WebhookHeaders,
  keys: readonly Buffer[],
  { toleranceSeconds = defaultToleranceSeconds, clock = systemClock }: StandardOptions,
): string {
  const id = singleHeader(headers, idHeader, idForm);
  const timestamp = singleHeader(headers, timestampHeader, timestampForm);
  const signatures = readSignatures(headers);
  ensureRecent(Math.floor(clock.now() / 1000) - Number(timestamp), toleranceSeconds);
  const matching = keys.filter((key) => {
    const expected = messageSignature(key, { id, timestamp, body });
    return signatures.some((given) => isSameSignature(given, expected));
  });
  if (matching.length === 0) throw noMatch(signatureHeader);
  // Two signatures mean a rotation: the other header uses the new secret, which you may not have yet.
  const isRotating = signatures.length > 1;
  if (!isRotating && headerValues(headers, bodySignatureHeader).length > 0)
    verifyBody(body, headers, matching);
  return id;
}

/** Signatures of version 1. Others are for other receivers, and no reason to reject. */
function readSignatures(headers: WebhookHeaders): readonly string[] {
  const entries = requiredHeaderValues(headers, signatureHeader)
    .join(" ")
    .split(/\s+/)
    // A comma joins repeated headers.
    .map((entry) => entry.replace(/,$/, ""))
    .filter((entry) => entry !== "");
  const isWhole = entries.length > 0 && entries.length <= maxSignatures;
  if (!isWhole || !entries.every((entry) => signatureForm.test(entry))) {
    throw new WebhookVerificationError(
      "malformed_header",
      `the header ${signatureHeader} is malformed: it must hold signatures such as v1,<base64>, separated by spaces`,
    );
  }
  return entries.filter((entry) => entry.startsWith("v1,")).map((entry) => entry.slice("v1,".length));
}

/** Written so that a tolerance or a clock that is not a number rejects every webhook. */
function ensureRecent(ageSeconds: number, toleranceSeconds: number): void {
  const apart = "check the clock of this machine, or whether old requests are being replayed";
  if (!(ageSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError("timestamp_too_old", `sent ${ageSeconds} s ago; ${apart}`);
  }
  if (!(-ageSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError("timestamp_too_new", `sent ${-ageSeconds} s from now; ${apart}`);
  }
}

function verifyBody(body: Uint8Array, headers: WebhookHeaders, keys: readonly Buffer[]): void {
  const given = singleHeader(headers, bodySignatureHeader, bodySignatureForm);
  const isSigned = keys.some((key) => isSameSignature(given, bodySignature(key, body)));
  if (!isSigned) throw noMatch(bodySignatureHeader);
}

function noMatch(header: string): WebhookVerificationError {
  return new WebhookVerificationError(
    "no_matching_signature",
    `no signature in ${header} matches: the secret is wrong, or the body is not byte for byte what was sent ` +
      "(was it parsed and serialized again?)",
  );
}
