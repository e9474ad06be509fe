import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { RowOf } from "../db/table.ts";
import type { Id } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { applicationSecrets } from "./tables.ts";

// Secret scanners recognize a leaked secret by this prefix.
const secretPrefix = "florin_sk_";
const secretBytes = 32;
const digestBytes = 32;

/** During a rotation the old and the new secret work; never more than two. */
export const maxLiveSecrets = 2;

/** A live secret. The current one is the newest. */
export type LiveSecret = Pick<RowOf<typeof applicationSecrets>, "id" | "expiresAt">;

export function newSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString("base64url");
}

/**
 * The stored digest of a secret. The secret has 256 random bits, so a fast digest cannot be brute-forced; the pepper
 * makes a stolen table useless for checking secrets found elsewhere.
 */
export function digestSecret(pepper: Buffer, secret: string): Buffer {
  return createHmac("sha256", pepper).update(secret).digest();
}

/** A live secret as stored. */
export type StoredSecret = Pick<RowOf<typeof applicationSecrets>, "id" | "digest">;

/** Constant number of comparisons, so that timing reveals neither how many secrets are live nor whether any is. */
export function findMatch(stored: readonly StoredSecret[], digest: Buffer): StoredSecret | undefined {
  let match = -1;
  for (let slot = 0; slot < maxLiveSecrets; slot += 1) {
    const isEqual = timingSafeEqual(stored[slot]?.digest ?? noDigest, digest);
    match = isEqual ? slot : match;
  }
  return stored[match];
}

const noDigest = Buffer.alloc(digestBytes);

/** Ids begin with a time, so the current secret has the highest. */
export function currentSecret(live: readonly LiveSecret[]): LiveSecret | undefined {
  return live.toSorted((left, right) => (left.id < right.id ? 1 : -1))[0];
}

/**
 * Expiry of each live secret once a new one is created: the current one after the overlap, unless it expires earlier, an
 * older one immediately.
 */
export function endsAfterRotation(
  live: readonly LiveSecret[],
  { now, overlapEndsAt }: { readonly now: Instant; readonly overlapEndsAt: Instant },
): readonly { readonly id: Id<"secret">; readonly expiresAt: Instant }[] {
  const current = currentSecret(live);
  return live.map((secret) => {
    const { id, expiresAt = overlapEndsAt } = secret;
    return {
      id,
      expiresAt: secret !== current ? now : expiresAt < overlapEndsAt ? expiresAt : overlapEndsAt,
    };
  });
}
