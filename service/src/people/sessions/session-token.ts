import { createHash, randomBytes } from "node:crypto";

const tokenBytes = 32;
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** A secret that is shown once: in the cookie of a session, in a link. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/** What is kept of a token. It has 256 random bits, so nobody can guess it from a fast digest. */
export function digestToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Whether a text can be a token at all. */
export function isToken(text: string): boolean {
  return tokenShape.test(text);
}
