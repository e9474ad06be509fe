import { randomBytes } from "node:crypto";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { SigningSecrets } from "../message.ts";
import type { SealedSubscription } from "./store.ts";
import { type Subscription, secretContext } from "./subscription.ts";

const secretBytes = 32;

/** A newly created secret: as returned, this once, and as stored. */
export interface FreshSecret {
  /** The 32 bytes in base64url (RFC 4648 §5), without padding. */
  readonly shown: string;
  readonly sealed: Buffer;
}

export function makeSecret(keyRing: KeyRing, key: Pick<Subscription, "tenantId" | "id">): FreshSecret {
  const secret = randomBytes(secretBytes);
  return { shown: secret.toString("base64url"), sealed: seal(keyRing, secret, secretContext(key)) };
}

/** The secrets that sign now: the current one first, and the previous one until it expires. */
export function openSecrets(
  keyRing: KeyRing,
  subscription: Pick<
    SealedSubscription,
    "tenantId" | "id" | "secret" | "previousSecret" | "previousSecretUntil"
  >,
  now: Instant,
): SigningSecrets {
  const { secret, previousSecret, previousSecretUntil } = subscription;
  const context = secretContext(subscription);
  const current = open(keyRing, secret, context);
  const isOver = previousSecretUntil === undefined || previousSecretUntil <= now;
  if (previousSecret === undefined || isOver) return [current];
  return [current, open(keyRing, previousSecret, context)];
}
