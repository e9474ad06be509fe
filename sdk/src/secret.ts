import { fromBase64Url } from "./bytes.ts";
import { WebhookVerificationError } from "./verification-error.ts";

/** One secret or several; an empty list is a mistake of the caller, and would reject every webhook. */
export function keysOf(secret: string | readonly string[]): readonly [Uint8Array, ...Uint8Array[]] {
  const [first, ...others] = typeof secret === "object" ? secret : [secret];
  if (first === undefined) {
    throw new WebhookVerificationError("malformed_secret", "no secret was given to verify with");
  }
  return [keyOf(first), ...others.map(keyOf)];
}

const secretBytes = 32;

/** Decodes a `sharedSecret` into its key. Anything else is rejected, so that a bad copy is found early. */
function keyOf(sharedSecret: string): Uint8Array {
  const key = fromBase64Url(sharedSecret);
  if (key?.length !== secretBytes) {
    throw new WebhookVerificationError(
      "malformed_secret",
      "the secret is not a sharedSecret: 43 base64url characters as returned by the API, without spaces or line breaks",
    );
  }
  return key;
}
