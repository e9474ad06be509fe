import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Instant } from "../../kernel/instant.ts";

/* Codes of an authenticator app, RFC 6238 with what every app can do: SHA-1, 6 digits, 30 seconds. */

const secretBytes = 20;
const digits = 6;
const periodSeconds = 30;
/** Clocks of phones and people's typing: one step before and one after are good as well. */
const windowSteps = 1;
const issuer = "Florin";

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** What is typed where a picture cannot be read. */
export function totpKey(secret: Buffer): string {
  return toSecret(secret).base32;
}

/** What the picture says to the app. */
export function totpUri(secret: Buffer, email: string): string {
  return new TOTP({ ...shape, issuer, label: email, secret: toSecret(secret) }).toString();
}

export function isTotpCode(text: string): boolean {
  return codeShape.test(text);
}

/** The time step that a code is of; undefined when it is of none, or of one from which a code was taken already. */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { now, lastStep }: { readonly now: Instant; readonly lastStep: number | undefined },
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
