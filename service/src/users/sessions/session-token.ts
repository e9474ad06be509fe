import { createHash, randomBytes } from "node:crypto";

const tokenBytes = 32;
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** A secret for a session cookie or a link, shown once. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/** Stored digest of a token. With 256 random bits, a fast hash is safe. */
export function digestToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Whether a text has the format of a token. */
export function isToken(text: string): boolean {
  return tokenShape.test(text);
}
