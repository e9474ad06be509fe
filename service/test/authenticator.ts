import { Secret, TOTP } from "otpauth";
import type { Instant } from "../src/kernel/instant.ts";

/** The TOTP secret of a base32 key as shown to an app. */
export function keyBytesOf(key: string): Buffer {
  return Buffer.from(Secret.fromBase32(key).bytes);
}

/** The code that an authenticator app shows for a key at a time. */
export function codeOf(key: string, at: Instant): string {
  const secret = Secret.fromBase32(key);
  return TOTP.generate({ secret, algorithm: "SHA1", digits: 6, period: 30, timestamp: at });
}
