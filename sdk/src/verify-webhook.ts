import { utf8 } from "./bytes.ts";
import type { FlorinEvent } from "./event.ts";
import { headerValues, requiredHeaderValues, singleHeader, type WebhookHeaders } from "./headers.ts";
import { readEvent } from "./read-event.ts";
import { keysOf } from "./secret.ts";
import {
  bodySignature,
  type HmacSteps,
  isSameSignature,
  messageSignature,
  runSteps,
  runStepsAsync,
} from "./signature.ts";
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
export function verifyWebhook(...webhook: ReceivedWebhook): FlorinEvent {
  return runSteps(verify(...webhook));
}

/** The same for runtimes that have WebCrypto but not `node:crypto`. */
export async function verifyWebhookAsync(...webhook: ReceivedWebhook): Promise<FlorinEvent> {
  return runStepsAsync(verify(...webhook));
}

type ReceivedWebhook = [
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options?: VerifyOptions,
];

function* verify(...[rawBody, headers, secret, options = {}]: ReceivedWebhook): HmacSteps<FlorinEvent> {
  const keys = keysOf(secret);
  const body = bytesOf(rawBody);
  if (options.scheme === "body") {
    yield* verifyBody(body, headers, keys);
    return readEvent(body);
  }
  const id = yield* verifyMessage(body, headers, keys, options);
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
  if (typeof rawBody === "string") return utf8(rawBody);
  // Also of another realm, such as that of a test runner.
  if (Object.prototype.toString.call(rawBody) === "[object Uint8Array]") return rawBody as Uint8Array;
  throw new WebhookVerificationError(
    "malformed_body",
    "the body must be a string or bytes, exactly as received; is it missing or already parsed?",
  );
}

function* verifyMessage(
  body: Uint8Array,
  headers: WebhookHeaders,
  keys: readonly Uint8Array[],
  { toleranceSeconds = defaultToleranceSeconds, clock = systemClock }: StandardOptions,
): HmacSteps<string> {
  const id = singleHeader(headers, idHeader, idForm);
  const timestamp = singleHeader(headers, timestampHeader, timestampForm);
  const signatures = readSignatures(headers);
  ensureRecent(Math.floor(clock.now() / 1000) - Number(timestamp), toleranceSeconds);
  const matching: Uint8Array[] = [];
  for (const key of keys) {
    const expected = yield* messageSignature(key, { id, timestamp, body });
    if (signatures.some((given) => isSameSignature(given, expected))) matching.push(key);
  }
  if (matching.length === 0) throw noMatch(signatureHeader);
  // Two signatures mean a rotation: the other header uses the new secret, which you may not have yet.
  const isRotating = signatures.length > 1;
  if (!isRotating && headerValues(headers, bodySignatureHeader).length > 0) {
    yield* verifyBody(body, headers, matching);
  }
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

function* verifyBody(
  body: Uint8Array,
  headers: WebhookHeaders,
  keys: readonly Uint8Array[],
): HmacSteps<void> {
  const given = singleHeader(headers, bodySignatureHeader, bodySignatureForm);
  for (const key of keys) {
    if (isSameSignature(given, yield* bodySignature(key, body))) return;
  }
  throw noMatch(bodySignatureHeader);
}

function noMatch(header: string): WebhookVerificationError {
  return new WebhookVerificationError(
    "no_matching_signature",
    `no signature in ${header} matches: the secret is wrong, or the body is not byte for byte what was sent ` +
      "(was it parsed and serialized again?)",
  );
}
