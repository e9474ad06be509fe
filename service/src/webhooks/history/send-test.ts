import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Database } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { evaluate, retryDelaysMs } from "../delivery/send-attempt.ts";
import { messageOf, secretIdOf, signedHeaders } from "../message.ts";
import type { SendOutcome, WebhookSender } from "../sender.ts";
import { getSubscription, type NamedSubscription } from "../subscriptions/named-subscription.ts";
import { openSecrets } from "../subscriptions/shared-secret.ts";
import { type SealedSubscription, selectQueueSubscriptions } from "../subscriptions/store.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import { testEventOf } from "../test-event.ts";
import type { AttemptDetails, MadeAttempt } from "./attempt-summary.ts";
import { insertTestAttempt } from "./store.ts";

export interface SendTestDeps extends AuditDeps {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly sender: Pick<WebhookSender, "send">;
}

export interface TestInput extends NamedSubscription {
  readonly eventType: string;
  readonly cause: Cause;
}

export type SendTest = (input: TestInput) => Promise<MadeAttempt>;

/** A test waits for an external endpoint; a tenant must not tie up this node with many of them. */
const maxPerTenant = 4;

/** Sends a test event and waits for the result: one at a time per subscription, and few per tenant. */
export function createTestSender(deps: SendTestDeps): SendTest {
  const inProgress = new Map<string, TenantId>();
  return async (input) => {
    const subscription = await getSubscription(deps.database, input);
    const { tenantId, id, state } = subscription;
    if (state.status === "archived") throw conflict("the subscription is archived");
    if (inProgress.has(id)) throw conflict("a test of this subscription is already in progress");
    const ofTenant = [...inProgress.values()].filter((each) => each === tenantId).length;
    if (ofTenant >= maxPerTenant)
      throw conflict(`${maxPerTenant} tests of your subscriptions are already in progress`);
    inProgress.set(id, tenantId);
    try {
      return await sendTest(deps, subscription, input);
    } finally {
      inProgress.delete(id);
    }
  };
}

/** No transaction is open while waiting for the endpoint. The result never changes the subscription. */
async function sendTest(
  deps: SendTestDeps,
  { tenantId, id }: Subscription,
  { eventType: type, cause }: Pick<TestInput, "eventType" | "cause">,
): Promise<MadeAttempt> {
  const { database, clock, newId, keyRing, sender } = deps;
  const [subscription] = await selectQueueSubscriptions(database, [{ tenantId, id }]);
  assert(subscription !== undefined, "a subscription is never removed");
  const eventId = newId<"event">();
  const sentAt = clock.now();
  const { accountId } = subscription;
  const about = { id: eventId, type, createdAt: sentAt, accountId, subscriptionId: id };
  const message = messageOf(testEventOf(about));
  const secrets = openSecrets(keyRing, subscription, sentAt);
  const outcome = await sender.send({
    url: subscription.url,
    headers: signedHeaders(message, secrets, sentAt),
    body: message.body,
  });
  const attempt = attemptOf(subscription, { id: newId<"webhook_attempt">(), eventId, type, sentAt, outcome });
  await record(deps, subscription, attempt, {
    cause,
    sentAt,
    secretIds: secrets.map(secretIdOf),
    responseHeaders: outcome.type === "responded" ? outcome.headers : undefined,
  });
  return attempt;
}

/** A test has only one attempt. */
const lastAttempt = retryDelaysMs.length + 1;

function attemptOf(
  { id: subscriptionId, url }: Subscription,
  test: {
    readonly id: MadeAttempt["id"];
    readonly eventId: MadeAttempt["eventId"];
    readonly type: string;
    readonly sentAt: Instant;
    readonly outcome: SendOutcome;
  },
): MadeAttempt {
  const { outcome, sentAt, id, eventId, type } = test;
  const decision = evaluate(outcome, { attemptNumber: lastAttempt, random: 0 });
  return {
    id,
    subscriptionId,
    eventId,
    eventType: type,
    reason: "test",
    attemptNumber: 1,
    requestUrl: url,
    insertedAt: sentAt,
    status: decision.status,
    statusCode: outcome.type === "responded" ? outcome.statusCode : undefined,
    failureMessage: decision.status === "succeeded" ? undefined : decision.failureMessage,
    durationMs: Math.round(outcome.durationMs),
    excerpt: outcome.type === "responded" ? outcome.excerpt : undefined,
    nextAttemptAt: undefined,
  };
}

async function record(
  deps: SendTestDeps,
  subscription: SealedSubscription,
  attempt: MadeAttempt,
  { cause, ...details }: AttemptDetails & { readonly cause: Cause },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    await insertTestAttempt(tx, subscription, attempt, { ...details, endedAt: deps.clock.now() });
    await auditChange(deps, tx, {
      cause,
      action: "webhook_subscription.test",
      of: subscription,
      after: { delivery_id: attempt.id, event_type: attempt.eventType, status: attempt.status },
    });
  });
}

function conflict(detail: string): RefusalError {
  return new RefusalError(refuse("conflict", detail));
}
