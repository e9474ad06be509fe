import { createHash, randomBytes } from "node:crypto";

export const tokenLifetimeMs = 30 * 60_000;

/** Longer than any token that is issued. */
export const maxTokenLength = 128;

// Secret scanners recognize a leaked token by these prefixes.
const linkPrefix = "florin_link_";
const publicPrefix = "florin_public_";
const tokenBytes = 32;

/** Lets an owner pick a bank account, once. */
export function newLinkToken(): string {
  return linkPrefix + randomBytes(tokenBytes).toString("base64url");
}

/** Identifies the picked account, once. */
export function newPublicToken(): string {
  return publicPrefix + randomBytes(tokenBytes).toString("base64url");
}

/** Authorizes one registration, as part of a URL. */
export function newCallbackToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/** The stored digest of a token. The token has 256 random bits, so a fast digest cannot be brute-forced. */
export function digestToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
