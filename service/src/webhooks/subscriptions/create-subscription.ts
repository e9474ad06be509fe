import { requireVisibleAccount } from "../../accounts/index.ts";
import type { AuditDeps } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { refuseOneMore } from "./change-subscription.ts";
import { makeSecret } from "./shared-secret.ts";
import { countActiveInTurn, insertSubscription } from "./store.ts";
import type { SubscriberKey, Subscription } from "./subscription.ts";
import { auditSubscription } from "./subscription-audit.ts";
import { type NewSubscription, type RequestRules, readChange } from "./subscription-request.ts";

export interface CreateSubscriptionDeps extends AuditDeps, RequestRules {
  readonly keyRing: KeyRing;
}

export interface CreateSubscription {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly request: NewSubscription;
}

/** With its signing secret, which is returned only once. */
export interface SubscriptionWithSecret {
  readonly subscription: Subscription;
  readonly sharedSecret: string;
}

/** Creates a subscription, active immediately. */
export async function createSubscription(
  deps: CreateSubscriptionDeps,
  tx: Transaction,
  { principal, cause, accountId, request }: CreateSubscription,
): Promise<SubscriptionWithSecret> {
  const { url, events, description } = orThrow(readChange(deps, request));
  assert(url !== undefined && events !== undefined, "the schema requires both");
  const account = await requireVisibleAccount(tx, principal, accountId);
  const owner = { tenantId: account.tenantId, network: principal.network, accountId: account.id };
  orThrow(refuseOneMore(await countActiveInTurn(tx, owner)));
  return addSubscription(deps, tx, {
    cause,
    fields: { ...owner, url, events, description: description ?? undefined, addressId: undefined },
  });
}

export interface NewFields {
  readonly cause: Cause;
  readonly fields: SubscriberKey & Pick<Subscription, "url" | "events" | "description" | "addressId">;
}

/** With a secret and an endpoint queue of its own. */
export async function addSubscription(
  deps: AuditDeps & Pick<CreateSubscriptionDeps, "keyRing">,
  tx: Transaction,
  { cause, fields }: NewFields,
): Promise<SubscriptionWithSecret> {
  const now = deps.clock.now();
  const subscription: Subscription = {
    ...fields,
    id: deps.newId<"webhook_subscription">(),
    state: { status: "active" },
    previousSecretUntil: undefined,
    createdAt: now,
    updatedAt: now,
  };
  const { shown, sealed } = makeSecret(deps.keyRing, subscription);
  await insertSubscription(tx, subscription, sealed);
  await auditSubscription(deps, tx, { cause, action: "webhook_subscription.create", after: subscription });
  return { subscription, sharedSecret: shown };
}
