import { requireVisibleAccount } from "../../accounts/index.ts";
import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Event } from "../../events/index.ts";
import type { Principal } from "../../http/principal.ts";
import type { Cause } from "../../kernel/cause.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import type { AttemptId } from "../delivery/store.ts";
import { type PutInLineDeps, putInLine } from "../fan-out/fan-out.ts";
import { requireEvent } from "../feed/get-event.ts";
import { lockNamedSubscription, type NamedSubscription } from "../subscriptions/named-subscription.ts";
import { lockSubscription, selectSubscriptionsOf } from "../subscriptions/store.ts";
import {
  mayReceive,
  patternsOf,
  requireActive,
  type SubscriberKey,
  type Subscription,
  type SubscriptionId,
} from "../subscriptions/subscription.ts";

export type ResendDeps = AuditDeps & PutInLineDeps;

export interface Resend {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly eventId: string;
  /** Only to this one, whether it matches the event or not. */
  readonly subscriptionId: string | undefined;
}

const refuseOthers = refuse(
  "unprocessable",
  "the customer's webhook of a bank address gets only the updates of this address",
);

export interface NewDelivery {
  readonly id: AttemptId;
  readonly subscriptionId: SubscriptionId;
}

/** Sends one event again, starting with a first attempt, to one subscription or to all matching ones. */
export async function resendEvent(
  deps: ResendDeps,
  tx: Transaction,
  { principal, cause, ...input }: Resend,
): Promise<readonly NewDelivery[]> {
  const account = await requireVisibleAccount(tx, principal, input.accountId);
  const owner = { tenantId: account.tenantId, network: principal.network, accountId: account.id };
  const event = await requireEvent(tx, account, { network: principal.network, eventId: input.eventId });
  const receivers =
    input.subscriptionId === undefined
      ? await lockMatching(tx, owner, event)
      : [await lockOne(tx, { principal, accountId: account.id, subscriptionId: input.subscriptionId })];
  if (!receivers.every((receiver) => mayReceive(receiver, event))) throw new RefusalError(refuseOthers);
  await auditChange(deps, tx, {
    cause,
    action: "webhook_event.resend",
    type: "event",
    of: { ...owner, id: event.id, accountId: account.id },
    after: { event_type: event.type, subscription_ids: receivers.map(({ id }) => id).join(" ") },
  });
  const deliveries: NewDelivery[] = [];
  for (const receiver of receivers) {
    const ids = await putInLine(deps, tx, receiver, "resend", [event]);
    deliveries.push(...ids.map((id) => ({ id, subscriptionId: receiver.id })));
  }
  return deliveries;
}

async function lockOne(tx: Transaction, named: NamedSubscription): Promise<Subscription> {
  return orThrow(requireActive(await lockNamedSubscription(tx, named)));
}

/** In id order, so that two requests cannot deadlock. */
async function lockMatching(
  tx: Transaction,
  owner: SubscriberKey,
  event: Event,
): Promise<readonly Subscription[]> {
  const { type } = event;
  const patterns = patternsOf(type);
  const matches = (subscription: Subscription) =>
    mayReceive(subscription, event) && subscription.events.some((pattern) => patterns.includes(pattern));
  const locked: Subscription[] = [];
  for (const { id } of (await selectSubscriptionsOf(tx, { ...owner, status: "active" })).filter(matches)) {
    const subscription = await lockSubscription(tx, { ...owner, id });
    if (subscription?.state.status === "active" && matches(subscription)) locked.push(subscription);
  }
  if (locked.length > 0) return locked;
  throw new RefusalError(
    refuse(
      "unprocessable",
      `no active subscription of this account matches ${type}; set subscription_id to send it anyway`,
    ),
  );
}
