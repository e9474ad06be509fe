import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Id } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";

// Secret scanners find a leaked secret by this beginning.
const secretPrefix = "florin_sk_";
const secretBytes = 32;
const digestBytes = 32;

/** During a rotation the old secret and the new one both work; never more than these two. */
export const maxLiveSecrets = 2;

/** A secret that still works. The current one has no end. */
export interface LiveSecret {
  readonly id: Id<"secret">;
  readonly expiresAt: Instant | undefined;
}

export function newSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString("base64url");
}

/**
 * What is stored of a secret. It has 256 random bits, so nobody can guess it from a fast digest; the pepper makes a
 * stolen table useless for checking secrets found elsewhere.
 */
export function digestSecret(pepper: Buffer, secret: string): Buffer {
  return createHmac("sha256", pepper).update(secret).digest();
}

/** Always compares as often, so that the time tells neither how many secrets are live nor whether there are any. */
export function matchesOneOf(stored: readonly Buffer[], digest: Buffer): boolean {
  let matches = 0;
  for (let slot = 0; slot < maxLiveSecrets; slot += 1) {
    const candidate = stored[slot];
    const isEqual = timingSafeEqual(candidate ?? noDigest, digest);
    matches |= Number(isEqual) & Number(candidate !== undefined);
  }
  return matches === 1;
}

const noDigest = Buffer.alloc(digestBytes);

/** When each live secret ends once a new one is made: the current one after the overlap, an older one at once. */
export function endsAfterRotation(
  live: readonly LiveSecret[],
  { now, overlapEndsAt }: { readonly now: Instant; readonly overlapEndsAt: Instant },
): readonly { readonly id: Id<"secret">; readonly expiresAt: Instant }[] {
  return live.map(({ id, expiresAt }) => ({ id, expiresAt: expiresAt === undefined ? overlapEndsAt : now }));
}
