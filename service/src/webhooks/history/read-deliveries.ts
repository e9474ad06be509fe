import type { Session } from "../../db/database.ts";
import { findEvent } from "../../events/index.ts";
import type { Principal } from "../../http/principal.ts";
import { assert } from "../../kernel/assert.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { type Message, messageOf, secretIdOf, signedHeaders } from "../message.ts";
import { requireOwner } from "../subscriptions/named-subscription.ts";
import { openSecrets } from "../subscriptions/shared-secret.ts";
import { selectQueueSubscriptions } from "../subscriptions/store.ts";
import type { SubscriberKey } from "../subscriptions/subscription.ts";
import { testEventOf } from "../test-event.ts";
import type { AttemptSummary } from "./attempt-summary.ts";
import { selectAttempt, selectAttemptDetails } from "./store.ts";

export interface ReadDeliveriesDeps {
  readonly database: Session;
}

export interface GetDeliveryDeps extends ReadDeliveriesDeps {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
}

export interface DeliveryName {
  readonly principal: Principal;
  readonly accountId: string;
  readonly deliveryId: string;
}

export interface WholeDelivery {
  readonly attempt: AttemptSummary;
  readonly message: Message;
  readonly signing: Signing | undefined;
  readonly responseHeaders: Readonly<Record<string, string>> | undefined;
}

/** How an attempt was signed. */
export interface Signing {
  readonly sentAt: Instant;
  readonly secrets: readonly { readonly id: string; readonly status: "current" | "previous" | "replaced" }[];
  /** Undefined once a secret that signed it was replaced: the signature cannot be computed again. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** An attempt with its request and the headers of its response, or 404. */
export async function getDelivery(
  { database, keyRing, clock }: GetDeliveryDeps,
  { principal, accountId, deliveryId }: DeliveryName,
): Promise<WholeDelivery> {
  const owner = await requireOwner(database, principal, accountId);
  const attempt = await selectAttempt(database, owner, deliveryId);
  if (attempt === undefined) throw new RefusalError(refuse("not_found", "there is no delivery with this id"));
  const message = await messageBehind(database, owner, attempt);
  const details = await selectAttemptDetails(database, { ...attempt, tenantId: owner.tenantId });
  const { sentAt, secretIds = [], responseHeaders } = details ?? {};
  if (sentAt === undefined) return { attempt, message, signing: undefined, responseHeaders };
  const key = { tenantId: owner.tenantId, id: attempt.subscriptionId };
  const [subscription] = await selectQueueSubscriptions(database, [key]);
  const known = subscription === undefined ? [] : openSecrets(keyRing, subscription, clock.now());
  return { attempt, message, signing: signingOf({ message, sentAt, secretIds, known }), responseHeaders };
}

/** Signatures are not stored, but computed again from what was signed. */
export function signingOf({
  message,
  sentAt,
  secretIds,
  known,
}: {
  readonly message: Message;
  readonly sentAt: Instant;
  readonly secretIds: readonly string[];
  /** The secrets of the subscription now, the current one first. */
  readonly known: readonly Buffer[];
}): Signing {
  const knownIds = known.map(secretIdOf);
  const secrets = secretIds.map((id) => {
    const place = knownIds.indexOf(id);
    return { id, status: place === -1 ? "replaced" : place === 0 ? "current" : "previous" } as const;
  });
  const [first, ...others] = secretIds.flatMap((id) => known[knownIds.indexOf(id)] ?? []);
  const isComplete = first !== undefined && others.length + 1 === secretIds.length;
  return {
    sentAt,
    secrets,
    headers: isComplete ? signedHeaders(message, [first, ...others], sentAt) : undefined,
  };
}

/** Rebuilt from the event, which never changes. */
async function messageBehind(
  session: Session,
  owner: SubscriberKey,
  attempt: AttemptSummary,
): Promise<Message> {
  if (attempt.reason === "test") {
    const { eventId: id, eventType: type, insertedAt: createdAt, subscriptionId } = attempt;
    return messageOf(testEventOf({ id, type, createdAt, subscriptionId, accountId: owner.accountId }));
  }
  const event = await findEvent(session, { ...owner, id: attempt.eventId });
  assert(event !== undefined, `attempt ${attempt.id} is one of an event in the log`);
  return messageOf(event);
}
