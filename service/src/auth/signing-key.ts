import type { RowOf } from "../db/table.ts";
import type { Instant } from "../kernel/instant.ts";
import type { signingKeys } from "./tables.ts";
import { tokenLifetimeMs } from "./token-claims.ts";

/** A key that signs access tokens: published first, signing from `signsFrom`, removed after `retiresAt`. */
export type SigningKey = Omit<StoredSigningKey, "alg" | "sealedPrivateKey">;

/** As stored, with its private key sealed. */
export type StoredSigningKey = RowOf<typeof signingKeys>;

export const signingAlgorithm = "EdDSA";

/** Nodes load keys every second; after a minute every node that can issue tokens knows a new one. */
export const publishedBeforeSigningMs = 60_000;

// Node clocks differ: a key outlives its last token by this margin, so that no node drops it early.
const retirementMarginMs = 5 * 60_000;

export function chooseSigningKey<Key extends SigningKey>(
  keys: readonly Key[],
  now: Instant,
): Key | undefined {
  return keys
    .filter((key) => key.signsFrom <= now && !isRetired(key, now))
    .reduce<Key | undefined>(
      (newest, key) => (newest === undefined || isNewer(key, newest) ? key : newest),
      undefined,
    );
}

export function isRetired(key: SigningKey, now: Instant): boolean {
  return key.retiresAt !== undefined && key.retiresAt <= now;
}

/** When the last token of the old keys has expired, given that a new key signs from `signsFrom`. */
export function retirementOf(signsFrom: Instant): number {
  return signsFrom + tokenLifetimeMs + retirementMarginMs;
}

/**
 * Of two keys with the same start time, the one that retires later; then by kid, so that every node chooses the same.
 */
function isNewer(left: SigningKey, right: SigningKey): boolean {
  if (left.signsFrom !== right.signsFrom) return left.signsFrom > right.signsFrom;
  const [leftEnd, rightEnd] = [left.retiresAt ?? Infinity, right.retiresAt ?? Infinity];
  return leftEnd === rightEnd ? left.kid > right.kid : leftEnd > rightEnd;
}
