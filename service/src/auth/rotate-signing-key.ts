import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { type KeyRing, seal } from "../kernel/envelope.ts";
import { addMs, formatInstant, type Instant, instantFromMs } from "../kernel/instant.ts";
import { insertSigningKey, lockSigningKeys, retireSigningKeysBut, selectSigningKeys } from "./keys-store.ts";
import {
  publishedBeforeSigningMs,
  retirementOf,
  type SigningKey,
  type StoredSigningKey,
  signingAlgorithm,
} from "./signing-key.ts";
import { signingKeyContext } from "./tables.ts";

export interface SigningKeyDeps extends AuditDeps {
  readonly keyRing: KeyRing;
}

/**
 * Adds a key. It is published immediately and signs once every node has loaded it; earlier keys stay published until
 * their last token has expired. In an emergency, when a key has leaked, the new key signs immediately and earlier keys
 * retire now, which invalidates all their tokens.
 */
export async function rotateSigningKey(
  deps: SigningKeyDeps,
  tx: Transaction,
  options: { readonly isEmergency?: boolean; readonly cause: Cause },
): Promise<SigningKey> {
  await lockSigningKeys(tx);
  const now = deps.clock.now();
  const { isEmergency = false, cause } = options;
  const isFirst = (await selectSigningKeys(tx, now)).length === 0;
  const signsFrom = isFirst || isEmergency ? now : addMs(now, publishedBeforeSigningMs);
  const key = await createKey(deps.keyRing, now, signsFrom);
  await insertSigningKey(tx, key);
  await retireSigningKeysBut(tx, key.kid, isEmergency ? now : instantFromMs(retirementOf(signsFrom)));
  await auditChange(deps, tx, {
    cause,
    action: "signing_key.rotate",
    of: { tenantId: undefined, network: undefined, id: key.kid },
    after: { signs_from: formatInstant(signsFrom), emergency: isEmergency },
  });
  return key;
}

/** Rotates if the newest key is older than `maxAgeMs` or there is none; concurrent calls rotate once. */
export async function rotateSigningKeyIfDue(
  deps: SigningKeyDeps,
  tx: Transaction,
  { maxAgeMs, cause }: { readonly maxAgeMs: number; readonly cause: Cause },
): Promise<SigningKey | undefined> {
  await lockSigningKeys(tx);
  const now = deps.clock.now();
  const keys = await selectSigningKeys(tx, now);
  const isDue = keys.every((key) => now - key.createdAt >= maxAgeMs);
  return isDue ? rotateSigningKey(deps, tx, { cause }) : undefined;
}

async function createKey(
  keyRing: KeyRing,
  createdAt: Instant,
  signsFrom: Instant,
): Promise<StoredSigningKey> {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
  const bare = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(bare);
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  return {
    kid,
    alg: signingAlgorithm,
    publicJwk: { ...bare, kid, alg: signingAlgorithm, use: "sig" },
    sealedPrivateKey: seal(keyRing, Buffer.from(privateJwk), signingKeyContext({ kid })),
    createdAt,
    signsFrom,
    retiresAt: undefined,
  };
}
