import { requireVisibleAccount } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import { findEvent } from "../../events/index.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../../http/paging.ts";
import type { Principal } from "../../http/principal.ts";
import { assert } from "../../kernel/assert.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { type Message, messageOf } from "../message.ts";
import type { SubscriberKey } from "../subscriptions/subscription.ts";
import { testEventOf } from "../webhook-event-types.ts";
import type { AttemptStatus, AttemptSummary } from "./attempt-summary.ts";
import { selectAttempt, selectAttempts } from "./store.ts";

export interface ReadDeliveriesDeps {
  readonly database: Session;
}

export interface DeliveryList {
  readonly principal: Principal;
  readonly accountId: string;
  readonly filters: DeliveryFilters;
  readonly page: PageRequest;
}

export interface DeliveryFilters {
  readonly subscriptionId: string | undefined;
  readonly eventId: string | undefined;
  readonly eventType: string | undefined;
  readonly status: AttemptStatus | undefined;
}

/** A page of the attempts of an account's subscriptions, newest first. */
export async function listDeliveries({ database }: ReadDeliveriesDeps, list: DeliveryList) {
  const { principal, filters, page } = list;
  const rows = await selectAttempts(database, {
    ...(await requireOwner(database, principal, list.accountId)),
    ...filters,
    direction: page.direction,
    position: page.position,
    limit: rowsToFetch(page),
  });
  return cutPage(rows, page, ({ id }) => id);
}

export interface DeliveryName {
  readonly principal: Principal;
  readonly accountId: string;
  readonly deliveryId: string;
}

/** An attempt with its request body, or 404. */
export async function getDelivery(
  { database }: ReadDeliveriesDeps,
  { principal, accountId, deliveryId }: DeliveryName,
): Promise<{ readonly attempt: AttemptSummary; readonly message: Message }> {
  const owner = await requireOwner(database, principal, accountId);
  const attempt = await selectAttempt(database, owner, deliveryId);
  if (attempt === undefined) throw new RefusalError(refuse("not_found", "there is no delivery with this id"));
  return { attempt, message: await messageBehind(database, owner, attempt) };
}

/** Rebuilt from the event, which never changes. */
async function messageBehind(
  session: Session,
  owner: SubscriberKey,
  attempt: AttemptSummary,
): Promise<Message> {
  if (attempt.reason === "test") {
    const { eventId: id, insertedAt: createdAt, subscriptionId } = attempt;
    return messageOf(testEventOf({ id, createdAt, subscriptionId, accountId: owner.accountId }));
  }
  const event = await findEvent(session, owner, attempt.eventId);
  assert(event !== undefined, `attempt ${attempt.id} is one of an event in the log`);
  return messageOf(event);
}

async function requireOwner(
  session: Session,
  principal: Principal,
  accountId: string,
): Promise<SubscriberKey> {
  const { id, tenantId } = await requireVisibleAccount(session, principal, accountId);
  return { tenantId, network: principal.network, accountId: id };
}
