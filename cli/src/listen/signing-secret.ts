import { randomBytes } from "node:crypto";
import { UsageError } from "../failure.ts";

/** The secret that signs forwarded events. */
export interface SigningSecret {
  readonly text: string;
  /** True if the user provided it. */
  readonly isGiven: boolean;
}

const secretBytes = 32;

/** Uses the secret from the environment, which stays the same across starts, otherwise creates a new one. */
export function signingSecret(given: string | undefined): SigningSecret {
  if (given === undefined || given === "") {
    return { text: randomBytes(secretBytes).toString("base64url"), isGiven: false };
  }
  const bytes = Buffer.from(given, "base64url");
  // Node ignores characters that are not base64url. Encoding the bytes again reveals them.
  if (bytes.length !== secretBytes || bytes.toString("base64url") !== given) {
    throw new UsageError(
      "FLORIN_WEBHOOK_SECRET must be 32 bytes in base64url, like a subscription's sharedSecret",
    );
  }
  return { text: given, isGiven: true };
}
