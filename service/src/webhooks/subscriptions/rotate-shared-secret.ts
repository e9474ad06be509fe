import type { AuditDeps } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { rotateSecret } from "./change-subscription.ts";
import type { SubscriptionWithSecret } from "./create-subscription.ts";
import { lockNamedSubscription, type NamedSubscription } from "./named-subscription.ts";
import { makeSecret } from "./shared-secret.ts";
import { replaceSecret } from "./store.ts";
import { auditSubscription } from "./subscription-audit.ts";

export interface RotateSecretDeps extends AuditDeps {
  readonly keyRing: KeyRing;
}

export interface RotateSecret extends NamedSubscription {
  readonly cause: Cause;
  readonly overlapSeconds: number;
}

/** Creates a new secret; the current one keeps signing for a while, so that receivers can switch over. */
export async function rotateSharedSecret(
  deps: RotateSecretDeps,
  tx: Transaction,
  { cause, overlapSeconds, ...named }: RotateSecret,
): Promise<SubscriptionWithSecret> {
  const before = await lockNamedSubscription(tx, named);
  const after = orThrow(rotateSecret(before, { overlapSeconds, now: deps.clock.now() }));
  const { shown, sealed } = makeSecret(deps.keyRing, after);
  await replaceSecret(tx, after, sealed);
  await auditSubscription(deps, tx, { cause, action: "webhook_subscription.rotate_secret", before, after });
  return { subscription: after, sharedSecret: shown };
}
