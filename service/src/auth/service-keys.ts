import { randomBytes } from "node:crypto";
import type { Session, Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { type KeyRing, open, seal } from "../kernel/envelope.ts";
import { insertServiceKey, selectServiceKey, updateSealedServiceKey } from "./keys-store.ts";
import { serviceKeyContext } from "./tables.ts";

/** Keys that the service generates once for itself; a new master key only rewraps them. */
export type ServiceKeyName =
  | "application-secret-pepper"
  | "attempt-index"
  | "audit-heads"
  | "bank-account-index"
  | "cursor-signing"
  | "ein-index"
  | "rate-limit-index"
  | "request-fingerprint"
  | "reserve-reports"
  | "sandbox-bank";

const serviceKeyBytes = 32;

/** If two nodes start at once, the first one's key is kept and both use it. */
export async function loadOrCreateServiceKey(
  session: Session,
  keyRing: KeyRing,
  name: ServiceKeyName,
): Promise<Buffer> {
  const context = serviceKeyContext({ name });
  const known = await selectServiceKey(session, { name });
  if (known !== undefined) return open(keyRing, known.sealed, context);
  await insertServiceKey(session, { name, sealed: seal(keyRing, randomBytes(serviceKeyBytes), context) });
  const kept = await selectServiceKey(session, { name });
  assert(kept !== undefined, "a service key is never removed");
  return open(keyRing, kept.sealed, context);
}

/** Replaces a key by a new one. Only for keys that sign: what they signed keeps their public key. */
export async function rotateServiceKey(
  tx: Transaction,
  keyRing: KeyRing,
  name: "reserve-reports",
): Promise<Buffer> {
  await loadOrCreateServiceKey(tx, keyRing, name);
  const key = randomBytes(serviceKeyBytes);
  await updateSealedServiceKey(tx, { name, sealed: seal(keyRing, key, serviceKeyContext({ name })) });
  return key;
}
