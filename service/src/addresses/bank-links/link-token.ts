import { createHash, randomBytes } from "node:crypto";

export const tokenLifetimeMs = 30 * 60_000;

/** Longer than any token that we give out. */
export const maxTokenLength = 128;

// Secret scanners find a leaked token by these beginnings.
const linkPrefix = "florin_link_";
const publicPrefix = "florin_public_";
const tokenBytes = 32;

/** Lets an owner show a bank account, once. */
export function newLinkToken(): string {
  return linkPrefix + randomBytes(tokenBytes).toString("base64url");
}

/** Names the account that was picked, once. */
export function newPublicToken(): string {
  return publicPrefix + randomBytes(tokenBytes).toString("base64url");
}

/** What is stored of a token. It has 256 random bits, so that nobody can guess it from a fast digest. */
export function digestToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
