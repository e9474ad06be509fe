import { randomBytes } from "node:crypto";
import { UsageError } from "../failure.ts";

/** What forwarded events are signed with. */
export interface SigningSecret {
  readonly text: string;
  /** True where the person has it already. */
  readonly isGiven: boolean;
}

const secretBytes = 32;

/** That of the environment, so that it stays from one start to the next, or else a new one. */
export function signingSecret(given: string | undefined): SigningSecret {
  if (given === undefined || given === "") {
    return { text: randomBytes(secretBytes).toString("base64url"), isGiven: false };
  }
  const bytes = Buffer.from(given, "base64url");
  // Node reads over what is not base64url. What it writes for the bytes tells whether it has.
  if (bytes.length !== secretBytes || bytes.toString("base64url") !== given) {
    throw new UsageError(
      "FLORIN_WEBHOOK_SECRET is not 32 bytes in base64url, as a subscription's sharedSecret is",
    );
  }
  return { text: given, isGiven: true };
}
