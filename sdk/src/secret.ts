import { WebhookVerificationError } from "./verification-error.ts";

/** One secret or several; an empty list is a mistake of the caller, and would reject every webhook. */
export function keysOf(secret: string | readonly string[]): readonly [Buffer, ...Buffer[]] {
  const [first, ...others] = typeof secret === "object" ? secret : [secret];
  if (first === undefined) {
    throw new WebhookVerificationError("malformed_secret", "no secret was given to verify with");
  }
  return [keyOf(first), ...others.map(keyOf)];
}

const secretBytes = 32;

/** Decodes a `sharedSecret` into its key. Anything else is rejected, so that a bad copy is found early. */
function keyOf(sharedSecret: string): Buffer {
  const key = Buffer.from(sharedSecret, "base64url");
  // Node ignores characters that are not base64url. Encoding the key again reveals that.
  if (key.length !== secretBytes || key.toString("base64url") !== sharedSecret) {
    throw new WebhookVerificationError(
      "malformed_secret",
      "the secret is not a sharedSecret: 43 base64url characters as returned by the API, without spaces or line breaks",
    );
  }
  return key;
}
