import { WebhookVerificationError } from "./verification-error.ts";

/** One secret or several; none is a mistake of whoever calls, and would let nothing pass. */
export function keysOf(secret: string | readonly string[]): readonly [Buffer, ...Buffer[]] {
  const [first, ...others] = typeof secret === "object" ? secret : [secret];
  if (first === undefined) {
    throw new WebhookVerificationError("malformed_secret", "there is no secret to verify with");
  }
  return [keyOf(first), ...others.map(keyOf)];
}

const secretBytes = 32;

/** The key that a `sharedSecret` stands for. Whatever is not one is refused, so that a bad copy is found at once. */
function keyOf(sharedSecret: string): Buffer {
  const key = Buffer.from(sharedSecret, "base64url");
  // Node reads over what is not base64url. What it writes for the key tells whether it has.
  if (key.length !== secretBytes || key.toString("base64url") !== sharedSecret) {
    throw new WebhookVerificationError(
      "malformed_secret",
      "the secret is not a sharedSecret: 43 characters of base64url, as the service gave it, without a space or line end",
    );
  }
  return key;
}
