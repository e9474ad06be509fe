import type { JWK } from "jose";
import type { Instant } from "../kernel/instant.ts";
import { tokenLifetimeMs } from "./token-claims.ts";

/** A key that signs access tokens: published first, signing from `signsFrom`, gone after `retiresAt`. */
export interface SigningKey {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly createdAt: Instant;
  readonly signsFrom: Instant;
  /** Undefined while no later key is planned. */
  readonly retiresAt: Instant | undefined;
}

export const signingAlgorithm = "EdDSA";

/** Nodes load keys each second; after a minute every node that can issue tokens knows a new one. */
export const publishedBeforeSigningMs = 60_000;

// Clocks of nodes differ: a key outlives its last token by this, so that no node drops it early.
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

/** When nobody can hold a live token of the old keys any more, once a new key signs from `signsFrom`. */
export function retirementOf(signsFrom: Instant): number {
  return signsFrom + tokenLifetimeMs + retirementMarginMs;
}

/** Of two keys with one time, the one that stays longer; every node must choose the same, so then the name decides. */
function isNewer(left: SigningKey, right: SigningKey): boolean {
  if (left.signsFrom !== right.signsFrom) return left.signsFrom > right.signsFrom;
  const [leftEnd, rightEnd] = [left.retiresAt ?? Infinity, right.retiresAt ?? Infinity];
  return leftEnd === rightEnd ? left.kid > right.kid : leftEnd > rightEnd;
}
