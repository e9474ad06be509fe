import type { KeyRing } from "../../kernel/envelope.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { SigningSecrets } from "../message/sign.ts";
import { openSecrets } from "../subscriptions/shared-secret.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";
import type { TakenQueue } from "./endpoint-queue-store.ts";

/** Opens the secrets of subscriptions, and caches them as long as they do not change. */
export type SecretsOf = (queue: TakenQueue, now: Instant) => SigningSecrets;

interface Opened {
  readonly sealed: Buffer;
  readonly secrets: SigningSecrets;
}

const maxOpened = 5_000;

export function createSecretsCache(keyRing: KeyRing): SecretsOf {
  const opened = new Map<SubscriptionId, Opened>();
  return (queue, now) => {
    // Two secrets sign only during a rotation, and a result that depends on the clock cannot be cached.
    if (queue.previousSecret !== undefined) return openSecrets(keyRing, queue, now);
    const before = opened.get(queue.id);
    if (before?.sealed.equals(queue.secret) === true) return before.secrets;
    const secrets = openSecrets(keyRing, queue, now);
    opened.set(queue.id, { sealed: queue.secret, secrets });
    const [oldest] = opened.keys();
    if (opened.size > maxOpened && oldest !== undefined) opened.delete(oldest);
    return secrets;
  };
}
