import { type CryptoKey, importJWK, type JWK } from "jose";
import type { Database } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { type KeyRing, open } from "../kernel/envelope.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import { onceAtATime } from "../kernel/once-at-a-time.ts";
import { type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { selectSigningKeys } from "./keys-store.ts";
import {
  chooseSigningKey,
  isRetired,
  publishedBeforeSigningMs,
  type SigningKey,
  type StoredSigningKey,
  signingAlgorithm,
} from "./signing-key.ts";
import { signingKeyContext } from "./tables.ts";

/** The signing keys in memory, unsealed. */
export interface SigningKeySet {
  /** Reloads the keys. */
  refresh(): Promise<void>;
  /** The current signing key. */
  signing(): Promise<LoadedKey>;
  /** The key with that kid. An unknown kid triggers a reload, rate limited because kids can be made up. */
  find(kid: string): Promise<LoadedKey | undefined>;
  /** False as soon as the key has retired, even if a token of it was verified before. */
  has(kid: string): boolean;
  /** RFC 7517: keys for external verifiers, including the key that signs next. */
  published(): Promise<readonly JWK[]>;
}

export interface LoadedKey extends SigningKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

const unknownKeyRefreshMs = 5_000;

// A node that was disconnected must not sign with a key that has retired meanwhile. This is half the time for which a
// new key is published before it signs, so that a node always knows the next key in time.
const maxSigningAgeMs = publishedBeforeSigningMs / 2;

export function createSigningKeySet(deps: {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
}): SigningKeySet {
  const { clock } = deps;
  let keys: ReadonlyMap<string, LoadedKey> = new Map();
  let loadedAt: Instant | undefined;
  let lastSearchAt: Instant | undefined;

  const refresh = onceAtATime(async () => {
    const now = clock.now();
    const stored = await selectSigningKeys(deps.database, now);
    const loaded = await Promise.all(stored.map((key) => loadKey(deps.keyRing, key, keys.get(key.kid))));
    keys = new Map(loaded.map((key) => [key.kid, key]));
    loadedAt = now;
  });
  const isOutdated = (): boolean =>
    loadedAt === undefined || Math.abs(clock.now() - loadedAt) > maxSigningAgeMs;
  const live = (kid: string): LoadedKey | undefined => {
    const key = keys.get(kid);
    return key === undefined || isRetired(key, clock.now()) ? undefined : key;
  };
  const maySearch = (): boolean => {
    const now = clock.now();
    if (lastSearchAt !== undefined && Math.abs(now - lastSearchAt) < unknownKeyRefreshMs) return false;
    lastSearchAt = now;
    return true;
  };

  return {
    refresh,
    signing: async () => {
      if (isOutdated()) await refresh();
      const key = chooseSigningKey([...keys.values()], clock.now());
      if (key === undefined) throw new RefusalError(noKey());
      return key;
    },
    find: async (kid) => {
      if (live(kid) === undefined && maySearch()) await refresh();
      return live(kid);
    },
    has: (kid) => live(kid) !== undefined,
    published: async () => {
      if (isOutdated()) await refresh();
      return [...keys.keys()].flatMap((kid) => live(kid)?.publicJwk ?? []);
    },
  };
}

/** Nodes that run while a recovery removes the keys: the next start of any node creates one. */
function noKey(): Refusal {
  return refuse("dependency_unavailable", "there is no signing key at the moment; try again", {
    retryAfterSeconds: 60,
  });
}

/** An already loaded key is not unsealed again; only its dates can have changed. */
async function loadKey(
  keyRing: KeyRing,
  { sealedPrivateKey, ...key }: StoredSigningKey,
  known: LoadedKey | undefined,
): Promise<LoadedKey> {
  if (known !== undefined) return { ...key, privateKey: known.privateKey, publicKey: known.publicKey };
  const privateJwk = JSON.parse(open(keyRing, sealedPrivateKey, signingKeyContext(key)).toString()) as JWK;
  return { ...key, privateKey: await importKey(privateJwk), publicKey: await importKey(key.publicJwk) };
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, signingAlgorithm);
  assert(!(key instanceof Uint8Array), "a signing key is a key pair, not a shared secret");
  return key;
}
