import type { KeyRing } from "../../kernel/envelope.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { SigningSecrets } from "../message/sign.ts";
import { openSecrets } from "../subscriptions/shared-secret.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";
import type { TakenLane } from "./lane-store.ts";

/** Opens the secrets of lanes, and not again as long as they are the same. */
export type SecretsOf = (lane: TakenLane, now: Instant) => SigningSecrets;

interface Opened {
  readonly sealed: Buffer;
  readonly secrets: SigningSecrets;
}

const maxOpened = 5_000;

export function createSecretsCache(keyRing: KeyRing): SecretsOf {
  const opened = new Map<SubscriptionId, Opened>();
  return (lane, now) => {
    // Two secrets sign only for a while, and who looks at the clock cannot be remembered.
    if (lane.previousSecret !== undefined) return openSecrets(keyRing, lane, now);
    const before = opened.get(lane.id);
    if (before?.sealed.equals(lane.secret) === true) return before.secrets;
    const secrets = openSecrets(keyRing, lane, now);
    opened.set(lane.id, { sealed: lane.secret, secrets });
    const [oldest] = opened.keys();
    if (opened.size > maxOpened && oldest !== undefined) opened.delete(oldest);
    return secrets;
  };
}
