import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Instant } from "../../kernel/instant.ts";

/* Authenticator app codes: RFC 6238 with the parameters that every app supports: SHA-1, 6 digits, 30 seconds. */

const secretBytes = 20;
const digits = 6;
const periodSeconds = 30;
/** Accepts one step before and after, for clock drift and typing time. */
const windowSteps = 1;
const issuer = "Florin";

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** For manual entry when the QR code can't be scanned. */
export function totpKey(secret: Buffer): string {
  return toSecret(secret).base32;
}

/** The content of the QR code. */
export function totpUri(secret: Buffer, email: string): string {
  return new TOTP({ ...shape, issuer, label: email, secret: toSecret(secret) }).toString();
}

export function isTotpCode(text: string): boolean {
  return codeShape.test(text);
}

/** The time step of a code; undefined if it matches none, or a step that is already used. */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { now, lastStep }: { readonly now: Instant; readonly lastStep: bigint | undefined },
): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const totp = new TOTP({ ...shape, secret: toSecret(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: windowSteps });
  if (delta === null) return undefined;
  const step = TOTP.counter({ period: periodSeconds, timestamp: now }) + delta;
  return lastStep !== undefined && step <= lastStep ? undefined : step;
}

const codeShape = new RegExp(`^[0-9]{${digits}}$`);
const shape = { algorithm: "SHA1", digits, period: periodSeconds };

function toSecret(bytes: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer });
}
