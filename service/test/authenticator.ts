import { Secret, TOTP } from "otpauth";
import type { Instant } from "../src/kernel/instant.ts";

/** What a key is of which an app is given the text. */
export function keyBytesOf(key: string): Buffer {
  return Buffer.from(Secret.fromBase32(key).bytes);
}

/** The code that an authenticator app shows for a key at a moment. */
export function codeOf(key: string, at: Instant): string {
  const secret = Secret.fromBase32(key);
  return TOTP.generate({ secret, algorithm: "SHA1", digits: 6, period: 30, timestamp: at });
}
